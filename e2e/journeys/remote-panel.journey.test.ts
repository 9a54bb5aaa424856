import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A unit is inhibited remotely, two people see its front panel, and every page warns of missing protection. */
const unit = 'logica_0A1B0F'
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B0F', lamps: 20, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let owner: Person
let plantId = ''

const panelOf = () => journey.product.panelState(unit) as Promise<{ display: string[]; page: string }>
const frontOf = (person: Person) => person.page.getByRole('region', { name: 'Front 0A1B0F' })
const inhibited = (person: Person) => person.page.getByRole('region', { name: 'System inhibited' })

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 20 ? true : undefined
  })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
  await owner.page.setViewportSize({ width: 390, height: 844 })
  await Promise.all([installer, owner].map((person) => person.goTo(`/remotepanel/${plantId}`)))
})

it('remote keys turn the display, also for a reader', async () => {
  await frontOf(owner).getByText('SYSTEM READY').waitFor()
  await frontOf(installer).getByRole('button', { name: 'DOWN' }).click()
  await frontOf(owner).getByText('20 LISTED').waitFor()
  await frontOf(installer).getByRole('button', { name: 'DOWN' }).click()
  await frontOf(owner).getByText('NEXT TESTS').waitFor()
  await frontOf(installer).getByRole('button', { name: 'OK' }).click()
  await frontOf(owner).getByText('SYSTEM READY').waitFor()
  expect((await panelOf()).page).toBe('status')
  expect(await frontOf(owner).getByRole('button').count()).toBe(0)
  await owner.page.getByText('The installer operates this panel').waitFor()
})

it('an inhibition needs a reason and appears on every page once the unit confirms it', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Inhibit …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Inhibit emergency lighting' })
  await dialog.getByRole('textbox', { name: 'For how many minutes' }).fill('0')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fire alarm test')
  await dialog.getByRole('button', { name: 'Inhibit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'For how many minutes' }).fill('20')
  await dialog.getByRole('button', { name: 'Inhibit', exact: true }).click()
  for (const person of [installer, owner]) {
    await inhibited(person)
      .getByText(/^19:\d\d$/)
      .waitFor()
    await inhibited(person).getByText('Fire alarm test', { exact: false }).waitFor()
    await frontOf(person).getByText('NOT PROTECTED').waitFor()
  }
  expect((await panelOf()).display[0]).toBe('INHIBITED')
  expect(await owner.page.getByRole('button', { name: /^End inhibition of \d+ lamps$/ }).count()).toBe(0)
  await owner.goTo(`/plant/${plantId}`)
  await inhibited(owner).getByRole('link', { name: 'Remote panel' }).waitFor()
})

it('emergency mode is not offered while the only unit is inhibited', async () => {
  const start = installer.page.getByRole('button', { name: 'Start emergency mode …' })
  expect(await start.getAttribute('aria-description')).toBe('0A1B0F: Inhibited')
})

it('a power cut during an inhibition warns that nothing is protected', async () => {
  await journey.product.panel(unit, 'mains', { on: false })
  for (const person of [installer, owner])
    await inhibited(person).getByText('nobody is protected', { exact: false }).waitFor()
  await journey.product.panel(unit, 'mains', { on: true })
})

it('a restarted unit is inhibited for the remaining time and ends on request', async () => {
  const { page } = installer
  const api = await createApiClient(journey.product.url).signIn('installer')
  const endOf = async () => (await api.call('getPlantDetails', { plantId })).units[0]?.inhibition?.until ?? null
  const before = (await endOf()) ?? expect.unreachable('it is not inhibited')
  await api.call('resetCu', { plantId, topic: unit })
  await pollUntil('its end after the start', async () => {
    const { entries } = await api.call('getLogbookDetails', { plantId, page: 1 })
    return entries.some(({ kind, facts }) => kind === 'inhibitionEnded' && JSON.stringify(facts).includes('restart'))
  })
  await pollUntil(
    'the time that is left',
    async () => Math.abs(Date.parse((await endOf()) ?? '') - Date.parse(before)) < 5_000,
  )
  await inhibited(installer)
    .getByText(/^1\d:\d\d$/)
    .waitFor()
  await page.getByRole('button', { name: /^End inhibition of \d+ lamps$/ }).click()
  await inhibited(installer).waitFor({ state: 'detached' })
  await inhibited(owner).waitFor({ state: 'detached' })
  await owner.goTo(`/logbook/${plantId}`)
  await owner.page.getByText('Inhibition ended').first().waitFor()
})
