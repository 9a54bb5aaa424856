import { beforeAll, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** An installer scans a line of addressed gear, gives addresses to two new gears, and looks at one of them. */
const topic = 'dali_1F2201'
const journey = useProduct({
  units: [{ type: 'dali', serial: '1F2201', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let plantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('the lamps of the unit', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'camillo' })
    const id = plants[0]?.plant_id ?? ''
    const { lamps } = await api.call('getLamps', { plantId: id })
    return lamps.length === 12 && id
  })
  installer = await journey.comeIn()
  await installer.signIn('installer')
})

it('a scan finds what answers and what has no address, and commissioning needs a free line', async () => {
  const { page, goTo } = installer
  await journey.product.panel(topic, 'attach', { count: 2 })
  await journey.product.panel(topic, 'lamp-fault', { addr: 7, faults: ['communication'] })
  await goTo(`/unit/${plantId}/${topic}/lines`)
  await page.getByText('11 of 12 answer').waitFor()
  await page.getByText('Not used').first().waitFor()
  await page.getByRole('row', { name: /^1·06 Lamp does not answer .*unknown$/ }).waitFor()
  await page.getByRole('button', { name: 'Scan line 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan line 1' })
  await dialog.getByText('Gears found: 11').waitFor()
  await dialog.getByText(/^1·06 .*does not answer$/).waitFor()
  await dialog.getByText('Gears without an address: 2').waitFor()
  await dialog.getByText(/^Finished/).waitFor()
  await dialog.getByRole('checkbox', { name: 'No other controller or tool uses line 1 now.' }).check()
  await dialog.getByRole('button', { name: 'Commission', exact: true }).click()
  await dialog.getByText('Gears commissioned: 2. Name them now.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByText('13 of 14 answer').waitFor()
})

it('a lamp shows its line and address, GTIN and own tests', async () => {
  const { page, goTo } = installer
  await goTo(`/unit/${plantId}/${topic}/lines`)
  await page.getByRole('button', { name: 'Switch off own tests' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch off the own tests of all lamps?' })
  await dialog.getByRole('button', { name: 'Switch off own tests' }).click()
  await page.getByText('Answered').first().waitFor()
  await goTo(`/plantcentralunits/${plantId}?lamp=${topic}.14`)
  const panel = page.getByRole('complementary', { name: 'Lamp 0014' })
  await panel.getByText('1·13').waitFor()
  await panel.getByText('Article number (GTIN)').waitFor()
})
