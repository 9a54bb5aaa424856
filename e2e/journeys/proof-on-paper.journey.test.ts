import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { expectReadable } from '../support/readable.ts'

/** The installer keeps and signs the logbook of a plant; its owner watches, and an inspector checks it alone. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 8, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let owner: Person
let plantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 8)
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

it('an entry and its signature appear in both browsers, and the export verifies', async () => {
  const { page } = installer
  for (const { goTo, page: ownPage } of [installer, owner]) {
    await goTo(`/logbook/${plantId}`)
    await ownPage.getByText('Not signed yet').waitFor()
  }
  await page.getByRole('button', { name: 'Add entry' }).click()
  const entry = page.getByRole('dialog', { name: 'Add entry' })
  await entry.getByRole('textbox', { name: 'Text' }).fill('Escape routes walked, all signs lit')
  await entry.getByRole('button', { name: 'Add entry' }).click()
  for (const { page: ownPage } of [installer, owner])
    await ownPage.getByText('Escape routes walked, all signs lit').waitFor()
  await page.getByRole('button', { name: 'Sign now' }).click()
  await page.getByRole('button', { name: /^Sign up to \d+$/ }).click()
  for (const { page: ownPage } of [installer, owner]) await ownPage.getByText(/^Signed up to entry \d+$/).waitFor()
  await expectReadable(owner.page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Sealed export' }).click()
  const file = await (await download).path()
  const visitor = await journey.comeIn()
  await visitor.goTo('/verify')
  const choose = (buffer: Buffer) =>
    visitor.page.locator('input[type=file]').setInputFiles({ name: 'export.jsonl', mimeType: 'text/plain', buffer })
  await visitor.page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await choose(readFileSync(file))
  await visitor.page.getByText('Whole and untouched').waitFor()
  await expectReadable(visitor.page)
  await choose(Buffer.from(readFileSync(file, 'utf8').replace('all signs lit', 'all signs dark')))
  await visitor.page.getByText(/^Broken at entry \d+: changed \(line \d+\)$/).waitFor()
})

it('another compliance profile updates the verdict in both browsers at once', async () => {
  const { page } = installer
  for (const { goTo, page: ownPage } of [installer, owner]) {
    await goTo(`/compliance/${plantId}`)
    await ownPage.getByText('Italy, EN 50172:2024').waitFor()
  }
  await page.getByRole('button', { name: 'Change profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change profile' })
  await dialog.getByRole('combobox', { name: 'Profile' }).click()
  await page.getByRole('option', { name: 'France' }).click()
  await dialog.getByRole('button', { name: 'Change profile' }).click()
  for (const { page: ownPage } of [installer, owner]) await ownPage.getByText('France, EN 50172:2024').waitFor()
  await expectReadable(owner.page)
})

it('an inspector reads the verdict on a phone without an account until it is closed', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Open the page' }).click()
  const address = await page.getByRole('textbox', { name: 'Address, shown only now' }).inputValue()
  const inspector = await journey.comeIn({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await inspector.page.goto(address)
  await inspector.page.getByText('Read only. Your visits and documents are logged.').waitFor()
  await inspector.page.getByText('France, EN 50172:2024').waitFor()
  expect(await inspector.page.getByRole('main').innerText()).not.toContain('Escape routes walked')
  await expectReadable(inspector.page)
  await page.getByRole('button', { name: 'Close now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close now' }).click()
  await page.getByText(/^Earlier pages: 1/).waitFor()
  await inspector.page.reload()
  await inspector.page.getByText('This page is not available').waitFor()
})
