import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A person sets the light of a zone, another sees it, and lamps on battery keep their light. */
const unit = 'logica_0A1B0D'
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B0D', lamps: 40, enrolled: true, plant: 'hospital' }],
})
type PanelLamp = { addr: number; kind: string; activity: string; level: number }
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId = ''
let zoneId = ''
let addrs: number[] = []

const panelLamps = async (): Promise<PanelLamp[]> => {
  const { lamps } = (await journey.product.panelState(unit)) as { lamps: PanelLamp[] }
  return lamps.filter(({ addr }) => addrs.includes(addr))
}
const levelsAtUnit = async () => [...new Set((await panelLamps()).map(({ level }) => level))].sort((a, b) => a - b)
const light = (person: Person) => person.page.getByRole('region', { name: 'Light', exact: true })

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  const lamps = await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    const answer = await api.call('getLamps', { plantId })
    return answer.total === 40 ? answer.lamps : undefined
  })
  addrs = lamps.filter((one) => one.type === 'emergency' && one.function === 'maintained').map(({ id }) => id)
  expect(addrs.length).toBeGreaterThan(1)
  const { zone } = await api.call('saveZone', { plantId, zone: { zoneName: 'Lit corridor', collections: [] } })
  zoneId = zone.id
  await api.call('updateZoneLamps', { plantId, zoneId, lamps: [{ topic: unit, addr: addrs }] })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

it('a level is pending and then reached in both browsers as the unit reports it', async () => {
  await Promise.all([installer, owner].map((person) => person.goTo(`/zone/zoneDetail/${plantId}/${zoneId}`)))
  expect(await light(owner).getByRole('slider').count()).toBe(0)
  expect(await light(owner).getByRole('button', { name: 'Off' }).getAttribute('aria-disabled')).toBe('true')
  await light(installer).getByRole('button', { name: 'Off' }).click()
  await light(installer).getByText('Requested: 0%', { exact: false }).waitFor()
  await light(owner).getByText('On its way').waitFor({ timeout: 10_000 })
  expect((await levelsAtUnit()).at(-1)).toBeGreaterThan(0)
  await light(installer).getByText('0% reached').waitFor({ timeout: 20_000 })
  await light(owner).getByText('0%', { exact: true }).waitFor()
  expect(await levelsAtUnit()).toEqual([0])
})

it('the keyboard moves the slider and continues from the new level', async () => {
  await light(installer).getByText('At once').click()
  await light(installer).getByRole('slider').focus()
  for (let press = 0; press < 3; press++) await installer.page.keyboard.press('ArrowRight')
  await light(installer).getByText('3% reached').waitFor()
  await light(installer).getByRole('button', { name: 'One step brighter, 10%' }).click()
  await light(owner).getByText('13%', { exact: true }).waitFor()
  expect(await levelsAtUnit()).toEqual([13])
})

it('lamps on battery keep their light and reach the level when mains return', async () => {
  await journey.product.panel(unit, 'mains', { on: false })
  await light(owner).getByText(`${addrs.length} lamps on battery keep their light`).waitFor()
  const [before] = await levelsAtUnit()
  expect(before).toBeGreaterThan(13)
  await light(installer).getByRole('button', { name: 'Off' }).click()
  await pollUntil('the command', async () => {
    const { lamps } = await api.call('getLamps', { plantId })
    return lamps.filter(({ id }) => addrs.includes(id)).every(({ mode }) => mode === 'emergency')
  })
  expect(await levelsAtUnit()).toEqual([before])
  await journey.product.panel(unit, 'mains', { on: true })
  await light(owner).getByText('0%', { exact: true }).waitFor()
  expect(await levelsAtUnit()).toEqual([0])
})
