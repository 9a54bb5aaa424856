import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** An installer configures a unit from a list, groups and sets its lamps, and undoes all of it. The owner watches. */
const unit = 'logica_0A1B01'
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 40, enrolled: true, plant: 'hospital' }],
})
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId: string
let before: string[]

const lampsOf = async () => (await api.call('getLamps', { plantId })).lamps
const groupsNow = async () => (await lampsOf()).map(({ id, groups }) => `${id}: ${groups.join(', ')}`)
const waitFor = { timeout: 60_000 }

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('its lamps', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
    const id = plants[0]?.plant_id ?? ''
    return (await api.call('getLamps', { plantId: id })).total === 40 && id
  })
  before = await groupsNow()
  installer = await journey.comeIn()
  await installer.signIn('installer')
  owner = await journey.comeIn()
  await owner.signIn('owner')
})

it('the list editor marks faulty lines, shows the changes and writes the rest', async () => {
  const { page } = installer
  await owner.goTo(`/plantcentralunits/${plantId}`)
  await owner.page.getByText('40 devices').first().waitFor()
  await installer.goTo(`/unit/${plantId}/${unit}`)
  await page.getByRole('button', { name: 'Configure lamps' }).click()
  await page.getByRole('button', { name: /^Append serials/ }).click()
  await page.getByRole('textbox', { name: 'Serials' }).fill('D1E2F3, D1E2F4\nA1B2C302 12345\nd1e2f3 7:D1E2F5\nD1E2F6')
  await page.getByText('· 4 faulty').waitFor()
  for (const [serial, fault] of [
    ['A1B2C302', /check digits/],
    ['12345', /Not a serial/],
    ['D1E2F3', /twice/],
    ['7:D1E2F5', /only when overwriting/],
  ] as const)
    await page.getByRole('row').filter({ hasText: serial }).filter({ hasText: fault }).waitFor()
  await page.getByRole('button', { name: 'Take out 4 faulty lines' }).click()
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByText('New: 3.').waitFor()
  await page.getByRole('row', { name: /0043.*D1E2F6.*Added/ }).waitFor()
  expect(await lampsOf()).toHaveLength(40)
  await page.getByRole('button', { name: 'Append the serials' }).click()
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor(waitFor)
  // The unit reports its new lamps after it has written them.
  await owner.page.getByText('43 devices').first().waitFor(waitFor)
  expect((await lampsOf()).slice(40).map(({ serial }) => serial)).toEqual(['D1E2F3', 'D1E2F4', 'D1E2F6'])
})

it('the list editor asks before discarding an unsent list', async () => {
  const { page } = installer
  await installer.goTo(`/configureunit/${plantId}/${unit}?mode=appendSerials&step=lamps`)
  await page.getByRole('textbox', { name: 'Serials' }).fill('D1E2F9')
  await page.getByRole('link', { name: 'Back to the unit' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Leave the page' }).click()
  await page.getByRole('heading', { level: 1, name: /Unit 0A1B01/ }).waitFor()
})

it('lamps of two pages join a named group in one operation that others see', async () => {
  const { page } = installer
  await installer.goTo(`/unit/${plantId}/${unit}/groups?group=7`)
  await page.getByLabel('Name', { exact: true }).fill('Stairs')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Stairs' }).waitFor()
  // The event may arrive before the answer; until then the form counts as unsaved.
  await page.locator('button[data-loading]').waitFor({ state: 'detached' })
  await installer.goTo(`/plantcentralunits/${plantId}/emergency`)
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: /^Select all/ }).click()
  await bar.getByRole('button', { name: 'Groups' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Exactly these').click()
  await dialog.getByText('7 Stairs').click()
  await owner.goTo(`/unit/${plantId}/${unit}/history`)
  await dialog.getByRole('button', { name: /^Write to \d+ lamps/ }).click()
  await dialog.getByText(/ lamps in group 7 Stairs$/).waitFor()
  await dialog.getByText('Done', { exact: true }).waitFor(waitFor)
  await owner.page.getByRole('region', { name: 'Assign groups' }).getByText('Done', { exact: true }).waitFor(waitFor)
  // The unit reports its lamps after its response.
  const emergency = async () => (await lampsOf()).filter(({ type }) => type === 'emergency')
  await expect.poll(async () => new Set((await emergency()).map(({ groups }) => groups.join()))).toEqual(new Set(['7']))
  expect(Math.max(...(await emergency()).map(({ id }) => id))).toBeGreaterThan(32)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('cell', { name: '7 Stairs' }).first().waitFor()
})

it('a parameter is set on several lamps, and unsupported lamps are named', async () => {
  const { page } = installer
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Parameters' }).click()
  // The three listed lamps never answered, so they reported no parameters.
  await page.getByText(/^Light level: 3 of the selected lamps do not support it \(41–43\)/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^OK \d+/ }).click()
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Parameters' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Duration of the functional test').fill('45')
  await dialog.getByRole('button', { name: 'Review the changes' }).click()
  await dialog.getByRole('button', { name: /^Write to \d+ lamps/ }).click()
  await dialog.getByText('Done', { exact: true }).waitFor(waitFor)
  const lamp = (await lampsOf()).find(({ type, condition }) => type === 'emergency' && condition === 'ok')
  await pollUntil('the lamp to report it', async () => {
    const { detail } = await api.call('getLamp', { plantId, topic: unit, addr: lamp?.id ?? 0 })
    return detail?.params.durataTest === 45
  })
})

it('a snapshot restores the configuration from before the changes', async () => {
  const { page } = installer
  await installer.goTo(`/unit/${plantId}/${unit}/snapshots`)
  await page.getByRole('button', { name: 'Restore' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: /Number of lamps 43 40/ }).waitFor()
  await dialog.getByRole('row', { name: /Lamp 0001 Groups 7 / }).waitFor()
  await dialog.getByRole('button', { name: 'Write this configuration' }).click()
  const restoreRegion = page.getByRole('region', { name: 'Restore configuration' })
  await restoreRegion.waitFor(waitFor)
  await pollUntil('the list and its groups as they were', async () => (await groupsNow()).join() === before.join())
})

it('the owner sees the whole configuration and cannot change it', async () => {
  const { page } = owner
  await owner.goTo(`/configureunit/${plantId}/${unit}`)
  const append = page.getByRole('button', { name: /^Append serials/ })
  await append.waitFor()
  expect(await append.getAttribute('aria-description')).toContain('installers')
  await owner.goTo(`/unit/${plantId}/${unit}/commands`)
  expect(await page.getByRole('button', { name: 'SEL', exact: true }).getAttribute('aria-disabled')).toBe('true')
})
