import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { findSeriousViolations, measureOverflowX } from '../support/readable.ts'

/** People find, open and position plants on the map without a mouse. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
})
let [office, installer, area]: Person[] = []
let hospital = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('nto')
  const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
  hospital = plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId: hospital })).total === 4)
  const [unplacedPlant] = (await api.call('getAllPlants', { search: 'Lagerhalle' })).plants
  const { plant } = await api.call('getPlantDetails', { plantId: unplacedPlant?.plant_id ?? '' })
  const { plant_id: plantId, plantname, plant_type, timezone, version } = plant
  const address = { ...plant.address, country: 'AT' as const, city: 'Nirgendwo', positionBy: 'address' as const }
  await api.call('updatePlant', { plantId, version, plant: { plantname, plant_type, timezone, address } })
  ;[office, installer, area] = [await journey.comeIn(), await journey.comeIn(), await journey.comeIn()]
  await Promise.all([office.signIn('nto'), installer.signIn('installer'), area.signIn('ba')])
})

const requirePerson = (person: Person | undefined): Person => {
  if (!person) throw new Error('nobody came in')
  return person
}

it('the map shows states, moves by keyboard, updates live and opens a plant', async () => {
  const { page, goTo, complaints } = requirePerson(office)
  await goTo('/ntoplantsmap?at=45.6,12.2,9')
  const pin = page.getByRole('button', { name: /^Ospedale San Camillo.*, Treviso: / })
  await pin.waitFor()
  expect(await findSeriousViolations(page)).toEqual([])
  const map = page.getByRole('application', { name: 'Map of the plants' })
  await map.focus()
  const at = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('at') ?? ''
  await page.keyboard.press('+')
  await expect.poll(at).toMatch(/,10$/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => Number(at().split(',')[1])).toBeGreaterThan(12.2)
  await page.keyboard.press('-')
  await expect.poll(at).toMatch(/,9$/)
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  await page.getByRole('button', { name: /^Ospedale San Camillo.*, Treviso: Error$/ }).waitFor()
  await page.getByRole('list').getByText('Error', { exact: true }).first().waitFor()
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain(`/plant/${hospital}`)
  expect(complaints).toEqual([])
})

it('the map groups close plants and expands the group', async () => {
  const { page, goTo } = requirePerson(office)
  await goTo('/ntoplantsmap?at=45.6,12.2,3')
  const clusterPin = page.getByRole('button', { name: /^\d+ plants, worst state: Error$/ })
  await clusterPin.waitFor()
  await clusterPin.press('Enter')
  await page.getByRole('button', { name: /^Ospedale San Camillo/ }).waitFor()
  expect(new URL(page.url()).hash).not.toMatch(/%2C3$/)
})

it('filters persist between list and map, and plants without position are listed', async () => {
  const { page, goTo, complaints } = requirePerson(installer)
  await goTo('/home?q=lager')
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Map' }).click()
  await page.getByText('1 plant without position').click()
  await page.getByRole('link', { name: 'Set position' }).waitFor()
  expect(new URL(page.url()).hash).toContain('q=lager')
  expect(await page.getByRole('searchbox', { name: /Plant name/ }).inputValue()).toBe('lager')
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await page.getByRole('row', { name: /Lagerhalle Nord/ }).waitFor()
  expect(complaints).toEqual([])
})

it('an area office sees only its own plants, and nothing overflows on a phone', async () => {
  const { page, goTo } = requirePerson(area)
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo('/baplantsmap')
  const pins = page.locator('[data-part="pin"]')
  await pins.first().waitFor()
  expect(await measureOverflowX(page)).toBe(0)
  expect(await findSeriousViolations(page)).toEqual([])
  const names = await page.locator('[data-part="map-line"] a').allTextContents()
  expect(names).toContain('Hotel Bellavista')
  expect(names).not.toContain('Bürohaus am Stadtgraben')
})

it('a plant is placed at its address with its zone, and can be moved', async () => {
  const { page, goTo, complaints } = requirePerson(installer)
  await goTo(`/plantgeneral/${hospital}`)
  const city = page.getByLabel('City')
  const lat = page.getByLabel('Latitude')
  await page.getByText('Set by hand.').waitFor()
  await page.getByRole('button', { name: 'Follow the address again' }).click()
  await city.fill('Las Palmas')
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Spain' }).click()
  await expect.poll(() => lat.inputValue()).toMatch(/^28\./)
  await page.getByText('At this position it is Atlantic/Canary.').waitFor()
  await page.getByRole('button', { name: 'Use this zone' }).click()
  await page.getByRole('button', { name: /Position of the plant/ }).focus()
  const before = await lat.inputValue()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => lat.inputValue()).not.toBe(before)
  await page.getByText('Set by hand.').waitFor()
  await page.getByRole('button', { name: 'Save plant data' }).click()
  await page.getByText('Plant data saved').waitFor()
  const api = await createApiClient(journey.product.url).signIn('installer')
  const { plant } = await api.call('getPlantDetails', { plantId: hospital })
  expect(plant).toMatchObject({ timezone: 'Atlantic/Canary', address: { city: 'Las Palmas', positionBy: 'hand' } })
  expect(String(plant.address.lat)).toBe(await lat.inputValue())
  await goTo(`/plant/${hospital}`)
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await page.getByRole('button', { name: /^Ospedale San Camillo.*Las Palmas/ }).waitFor()
  expect(complaints).toEqual([])
})
