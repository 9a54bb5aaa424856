import { beforeAll, expect, it } from 'vitest'
import { createApiClient, until } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A person makes a public report of Bluetooth devices, a stranger reads it, and the person takes it back. */
const serial = '0E1B01'
const journey = useProduct({
  units: [{ type: 'gateway', serial, lamps: 4, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let plantId: string

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await until('the devices of the gateway', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
    const id = plants[0]?.plant_id ?? ''
    const { entries } = await api.call('getBleLogbooks', { plantId: id, of: 'devices' })
    return entries.length > 0 && id
  })
  installer = await journey.comeIn()
  await installer.signIn('installer')
})

it('the link opens for a stranger in another language, and shows nothing once it is revoked', async () => {
  const { page, goTo } = installer
  await goTo(`/plantcentralunits/${plantId}/bluetooth`)
  await page.getByRole('button', { name: 'Make a public report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a public report' })
  await dialog.getByRole('button', { name: 'Make a public report' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link to the report' }).inputValue()
  const stranger = await journey.comeIn({ locale: 'de' })
  await stranger.page.goto(link)
  await stranger.page.getByRole('heading', { level: 2, name: `Gateway ${serial}` }).waitFor()
  await stranger.page.getByRole('heading', { level: 1, name: /^Bluetooth-Geräte von Ospedale/ }).waitFor()
  expect(await stranger.page.getByText(/Città|owner@|@demo/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /^Revoke the report of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText(/^Revoked by /).waitFor()
  await stranger.page.reload()
  await stranger.page.getByRole('heading', { level: 1, name: 'Diesen Bericht gibt es nicht' }).waitFor()
})

it('what happened with the devices stands in a logbook of its own', async () => {
  const { page, goTo } = installer
  await goTo(`/blelogbook/${plantId}`)
  await page.getByText('Device joined').first().waitFor()
  await page.getByRole('combobox', { name: 'Filter by kind of entry' }).click()
  await page.getByRole('option', { name: 'Gateways online and offline' }).click()
  // The entries before stay in view until the others are there.
  await expect.poll(() => page.getByText('Device joined').count()).toBe(0)
  await page.getByText('Gateway online').first().waitFor()
})
