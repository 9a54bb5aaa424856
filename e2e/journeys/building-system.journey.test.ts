import { afterAll, beforeAll, expect, it } from 'vitest'
import { BacnetClient } from '../../bridge/src/testing/bacnet-client.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type OutwardBridge, startOutwardBridge } from '../support/outward-bridge.ts'
import { type Person, useProduct } from '../support/people.ts'

/** An administrator gives a building system access to a plant, watches it, switches it, and ends it. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0B2313', lamps: 4, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let owner: Person
let plantId = ''
let token = ''
let bridge: OutwardBridge | undefined
let client: BacnetClient | undefined

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('the lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    return plants.find(({ lamps }) => lamps === 4)?.plant_id
  })
  installer = await journey.comeIn()
  await installer.signIn('installer')
  owner = await journey.comeIn()
  await owner.signIn('owner')
})
afterAll(async () => {
  client?.close()
  await bridge?.close()
})

it('a token is created, and its text is shown once', async () => {
  const { page, goTo } = installer
  await goTo(`/plantgeneral/${plantId}?tab=programs`)
  await page.getByText('No bridge on site has reported yet.').waitFor()
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Building system')
  await dialog.getByRole('checkbox', { name: /^Operate/ }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the token now' })
  token = await shown.getByRole('textbox', { name: 'Token text' }).inputValue()
  await installer.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copy', exact: true }).click()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Building system' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Revoke Building system' }).waitFor()
  expect(await page.getByText(token).count()).toBe(0)
})

it('its connection appears with its client, without a reload', async () => {
  bridge = await startOutwardBridge({ url: journey.product.url, plantId, token })
  const { page } = installer
  const row = page.getByRole('listitem').filter({ hasText: 'BACnet/IP' })
  await row.getByText('4 lamps as objects').waitFor()
  client = await new BacnetClient(bridge.port).open()
  await client.read([19, 10_000], 85)
  await row.getByText('1 client reads it').waitFor()
})

it('the administrator switches it off and on, and the owner sees it', async () => {
  const { page } = installer
  await owner.goTo(`/plantgeneral/${plantId}?tab=programs`)
  const ownersRow = owner.page.getByRole('listitem').filter({ hasText: 'BACnet/IP' })
  await ownersRow.getByText('On', { exact: true }).waitFor()
  expect(await ownersRow.getByRole('switch').count()).toBe(0)
  // The track covers the input, so the switch is pressed by keyboard.
  const press = async (checked: boolean) => {
    const control = page.getByRole('switch', { name: /^BACnet\/IP of/, checked, disabled: false })
    await control.press('Space')
  }
  await press(true)
  await ownersRow.getByText('Off').first().waitFor()
  await press(false)
  await ownersRow.getByText('On', { exact: true }).waitFor()
})

it('revoking its token names the connection that ends, and ends it', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Revoke Building system' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke Building system?' })
  await dialog.getByText('BACnet/IP of this plant stops at once.').waitFor()
  await dialog.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText(/^Stopped: token ended/).waitFor()
  expect(await bridge?.exited).toBe(2)
})
