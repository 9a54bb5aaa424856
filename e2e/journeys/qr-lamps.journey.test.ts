import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { cameraArguments, writeCameraFilm } from '../support/camera-film.ts'
import { type Person, useProduct } from '../support/people.ts'

/** On the ladder: the camera reads codes of lamps and of other things, the line drops, and lamps arrive. */
const folder = mkdtempSync(join(tmpdir(), 'vigilux-camera-'))
const film = join(folder, 'codes.y4m')
writeCameraFilm(film, [
  'A1B2C301',
  'https://vigilux.test/#/qr/ST-18',
  'SN: D00D01',
  'WIFI:S:Ospite;T:WPA;;',
  'A1B2C302',
])
const journey = useProduct({
  units: [
    { type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' },
    { type: 'logica', serial: '0A1B02', lamps: 2, enrolled: true, plant: 'school' },
  ],
  browserArguments: cameraArguments(film),
})
let installer: Person
let owner: Person
let plantId: string
let foreignSerial: string

const rows = ({ page }: Person) => page.getByRole('list', { name: 'Scanned' }).getByRole('listitem')
const row = (person: Person, text: string) => rows(person).filter({ hasText: text })
const lampsOf = async (api: Awaited<ReturnType<typeof createApiClient>>, plant: string) =>
  (await api.call('getLamps', { plantId: plant })).lamps

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const { plants } = await api.call('getAllPlants', {})
  const withLamps = await pollUntil('the lamps of both units', async () => {
    const found = await Promise.all(plants.map(async ({ plant_id: id }) => ({ id, lamps: await lampsOf(api, id) })))
    const scannedPlants = found.filter(({ lamps }) => lamps.length > 0)
    return scannedPlants.length === 2 && scannedPlants
  })
  plantId = withLamps.find(({ lamps }) => lamps.length === 4)?.id ?? ''
  foreignSerial = withLamps.find(({ lamps }) => lamps.length === 2)?.lamps[0]?.serial ?? ''
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
  await installer.goTo(`/plantcentralunits/qrlamps/${plantId}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the scanner reads one code after the other and names each', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await row(installer, 'A1B2C301').getByText('Good · position 0005').waitFor()
  await row(installer, 'qr/ST-18').getByText('Product ST-18, not a single lamp.').waitFor()
  await row(installer, 'D00D01')
    .getByText(/^Good · position 000[56]$/)
    .waitFor()
  await row(installer, 'WIFI:').getByText('Not a code of a lamp.').waitFor()
  await row(installer, 'A1B2C302').getByText('The check digits do not fit.').waitFor()
  // The camera has seen each of them more than once.
  await page.getByRole('status').getByText('is already in the list.').waitFor()
  expect(await rows(installer).count()).toBe(5)
  await page.getByRole('button', { name: 'Close the camera' }).click()
})

it('the scanner refuses a lamp of another plant without naming the plant', async () => {
  const { page } = installer
  await page.getByLabel('Or type a serial').fill(foreignSerial)
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await row(installer, foreignSerial).getByText('Belongs to another plant.').waitFor()
  expect(await page.getByRole('main').textContent()).not.toContain('0A1B02')
})

it('the list stays on the device offline and its lamps are added after reconnecting', async () => {
  const { context, page } = installer
  await page.reload()
  await row(installer, 'D00D01').getByText(/^Good/).waitFor()
  await context.setOffline(true)
  await page.getByText('No network').first().waitFor()
  await page.getByRole('button', { name: 'Add 2 lamps to unit 0A1B01' }).click()
  await page.getByText('2 lamps wait here and are added when there is a network.').waitFor()
  await context.setOffline(false)
  await page.getByText('Done', { exact: true }).waitFor()
  await row(installer, 'A1B2C301').waitFor({ state: 'detached' })
  await owner.goTo(`/plantcentralunits/${plantId}`)
  await owner.page.getByText('6 devices').first().waitFor()
  expect(await row(installer, 'WIFI:').count()).toBe(1)
})
