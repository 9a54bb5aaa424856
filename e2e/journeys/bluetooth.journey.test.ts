import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A person adds a Bluetooth device and a lamp, shares the devices with a visitor, and reads the history. */
const serial = '0E1B01'
const topic = `gateway_${serial}`
const journey = useProduct({
  units: [{ type: 'gateway', serial, lamps: 4, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let plantId: string

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('the devices of the gateway', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
    const id = plants[0]?.plant_id ?? ''
    const { entries } = await api.call('getBleLogbooks', { plantId: id, of: 'devices' })
    return entries.length > 0 && id
  })
  installer = await journey.comeIn()
  await installer.signIn('installer')
})

it('a device held by another gateway shows the reason and is validated on retry', async () => {
  const { page, goTo } = installer
  const { bluetooth } = (await journey.product.panelState(topic)) as { bluetooth: { mac: string; inSight: boolean }[] }
  const mac = bluetooth.find(({ inSight }) => inSight)?.mac ?? ''
  await journey.product.panel(topic, 'bluetooth', { mac, held: true })
  await goTo(`/plantcentralunits/${plantId}/gateway`)
  await page.getByRole('button', { name: 'Commands' }).click()
  const dialog = page.getByRole('dialog', { name: `Commands to gateway ${serial}` })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Answered').first().waitFor()
  await dialog.getByRole('textbox', { name: /^Add a device by its MAC address/ }).fill(mac)
  await expect
    .poll(async () => {
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      return dialog.getByRole('button', { name: 'Validate' }).count()
    })
    .toBe(1)
  await dialog.getByRole('button', { name: 'Validate' }).click()
  await dialog.getByText('Refused: another gateway holds the device').waitFor()
  await dialog.getByText('Not validated: held by another gateway').waitFor()
  await journey.product.panel(topic, 'bluetooth', { mac, held: false })
  // A second click right after the first counts as the same one; the button disappears after the first.
  await expect
    .poll(async () => {
      const validateAgain = dialog.getByRole('button', { name: 'Validate again' })
      if ((await validateAgain.count()) > 0) await validateAgain.click({ timeout: 1_000 }).catch(() => undefined)
      return dialog.getByText('Validated', { exact: true }).count()
    })
    .toBe(1)
  await page.keyboard.press('Escape')
})

it('a lamp added from the gateway card appears in an open list elsewhere', async () => {
  const { page, goTo } = installer
  const other = await journey.comeIn()
  await other.signIn('installer')
  await other.goTo(`/plantcentralunits/${plantId}`)
  await other.page.getByText('4 devices', { exact: true }).waitFor()
  await goTo(`/plantcentralunits/${plantId}/gateway`)
  await page.getByRole('button', { name: 'Add lamps' }).click()
  const serials = page.getByRole('textbox', { name: 'Serials' })
  await serials.fill('A1B2C302')
  await page
    .getByText(/check digits do not fit/)
    .first()
    .waitFor()
  await serials.fill('A1B2C301')
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByRole('button', { name: 'Append the serials' }).click()
  await other.page.getByText('5 devices', { exact: true }).waitFor()
})

it('a public report opens in another language without an account until it is revoked', async () => {
  const { page, goTo } = installer
  await goTo(`/plantcentralunits/${plantId}/bluetooth`)
  await page.getByRole('button', { name: 'Make a public report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a public report' })
  await dialog.getByRole('button', { name: 'Make a public report' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link to the report' }).inputValue()
  const visitor = await journey.comeIn({ locale: 'de' })
  await visitor.page.goto(link)
  await visitor.page.getByRole('heading', { level: 2, name: `Gateway ${serial}` }).waitFor()
  await visitor.page.getByRole('heading', { level: 1, name: /^Bluetooth-Geräte von Ospedale/ }).waitFor()
  expect(await visitor.page.getByText(/Città|owner@|@demo/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /^Revoke the report of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText(/^Revoked by /).waitFor()
  await visitor.page.reload()
  await visitor.page.getByRole('heading', { level: 1, name: 'Diesen Bericht gibt es nicht' }).waitFor()
})

it('the Bluetooth logbook lists what happened to the devices', async () => {
  const { page, goTo } = installer
  await goTo(`/blelogbook/${plantId}`)
  await page.getByText('Device joined').first().waitFor()
  await page.getByRole('combobox', { name: 'Filter by kind of entry' }).click()
  await page.getByRole('option', { name: 'Gateways online and offline' }).click()
  // The earlier entries stay visible until the others arrive.
  await expect.poll(() => page.getByText('Device joined').count()).toBe(0)
  await page.getByText('Gateway online').first().waitFor()
})
