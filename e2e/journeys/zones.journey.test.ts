import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A person creates a zone, fills it from the lamp list, filters by it, and removes it, while another watches. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId = ''

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 12
  })
  // Removes the zones of the demo.
  const { zones } = await api.call('getZones', { plantId })
  for (const { id } of zones) await api.call('removeZone', { plantId, zoneId: id })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

it('a zone that is created, filled and removed updates for another member at once', async () => {
  const { page, goTo } = installer
  await Promise.all([goTo(`/zone/${plantId}`), owner.goTo(`/zone/${plantId}`)])
  await owner.page.getByText('No zones yet').waitFor()
  await page.getByRole('button', { name: 'New zone' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Night corridor')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'No devices in this zone' }).waitFor()
  await owner.page.getByRole('link', { name: 'Night corridor' }).click()
  await owner.page.getByRole('heading', { name: 'No devices in this zone' }).waitFor()

  await page.getByRole('button', { name: 'Add lamps' }).click()
  await page.getByText('Select the devices for Night corridor').waitFor()
  for (const number of ['0003', '0005'])
    await page.getByRole('checkbox', { name: new RegExp(`^Select lamp ${number}`) }).check()
  await page
    .getByRole('region', { name: /selected/i })
    .getByRole('button', { name: 'Zone', exact: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put in' }).click()
  await owner.page.getByRole('row', { name: /0003/ }).waitFor({ timeout: 5000 })
  await owner.page.getByText('2 devices', { exact: true }).waitFor()

  const zoneId = (await api.call('getZones', { plantId })).zones[0]?.id ?? ''
  await goTo(`/plantcentralunits/${plantId}?zone=${zoneId}`)
  await page.getByRole('button', { name: 'Remove filter Zone: Night corridor' }).waitFor()
  const numbers = () =>
    page
      .getByRole('row', { name: /^Select lamp/ })
      .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[1]?.textContent ?? '').sort())
  await expect.poll(numbers).toEqual(['0003', '0005'])

  await goTo(`/zone/zoneDetail/${plantId}/${zoneId}`)
  await page.getByRole('checkbox', { name: /^Select device 0005/ }).check()
  await page.getByRole('button', { name: 'Take out' }).click()
  await owner.page.getByText('1 device', { exact: true }).waitFor({ timeout: 5000 })

  await goTo(`/zone/gestione/${plantId}`)
  await page.getByRole('row', { name: /Night corridor/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog', { name: 'Remove Night corridor?' }).getByRole('button', { name: 'Remove' }).click()
  await owner.page.getByRole('heading', { name: 'Night corridor has been removed' }).waitFor({ timeout: 5000 })
  await owner.page.getByRole('main').getByRole('link', { name: 'All zones' }).click()
  await owner.page.getByText('No zones yet').waitFor()
})

it('a missing zone shows a message, and zone management opens at its own address', async () => {
  await owner.goTo(`/zone/zoneDetail/${plantId}/1`)
  await owner.page.getByRole('heading', { name: 'Zone not found' }).waitFor()
  await owner.goTo(`/zone/gestione/${plantId}`)
  await owner.page.getByRole('heading', { name: 'Zone management' }).waitFor()
  expect(await owner.page.getByRole('button', { name: 'New zone' }).getAttribute('aria-disabled')).toBe('true')
})
