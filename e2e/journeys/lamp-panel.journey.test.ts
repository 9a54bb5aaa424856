import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { expectReadable } from '../support/readable.ts'

/** An installer opens a lamp in error beside the list, and selects lamps by keyboard; the owner reads. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 40, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let owner: Person
let plantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  await pollUntil('the lamp in error', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'camillo' })
    plantId = plants[0]?.plant_id ?? ''
    const { lamps } = await api.call('getLamps', { plantId })
    return lamps.length === 40 && lamps.some(({ errors }) => errors.includes('battery_short'))
  })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

it('the panel fits the window, keeps focus over a command and closes with Back', async () => {
  const { page } = installer
  await installer.goTo(`/plantcentralunits/${plantId}/emergency`)
  await page.getByRole('cell', { name: 'Battery: short circuit' }).click()
  const panel = page.getByRole('complementary', { name: 'Lamp 0003' })
  await panel.getByText('Likely cause').waitFor()
  await panel.getByText('values are not reported').waitFor()
  // The layout of a window of 1440 by 900.
  const box = await panel.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 901)).toBeLessThanOrEqual(900)
  const identify = panel.getByRole('button', { name: 'Identify' })
  await identify.focus()
  await page.keyboard.press('Enter')
  await panel.getByText('Blinking now').waitFor()
  expect(await identify.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Emergency lamps' }).waitFor()
})

/** Positions of the toolbar's controls and of the first rows' cells. */
const boxesOfList = `[...document.querySelectorAll('[data-part=filterbar] button, [data-part=grid] th, [data-part=grid] tr:nth-child(-n + 5) td')]
  .map((part) => part.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width].map(Math.round).join())`

it.each([1280, 1440])(
  'at %i px an opened lamp moves nothing in its list, and leaves its state visible',
  async (width) => {
    const { page } = installer
    await page.setViewportSize({ width, height: 800 })
    await installer.goTo(`/plantcentralunits/${plantId}/emergency`)
    const state = page.getByRole('cell', { name: 'Battery: short circuit' })
    await state.waitFor()
    const before = await page.evaluate<string[]>(boxesOfList)
    expect(before.length).toBeGreaterThan(20)
    await state.click()
    const panel = page.getByRole('complementary', { name: 'Lamp 0003' })
    await panel.getByText('Likely cause').waitFor()
    expect(await page.evaluate<string[]>(boxesOfList)).toEqual(before)
    const [stateBox, panelBox] = [await state.boundingBox(), await panel.boundingBox()]
    expect((stateBox?.x ?? 0) + (stateBox?.width ?? 9999)).toBeLessThanOrEqual(panelBox?.x ?? 0)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  },
)

it('paper shows plant, address, moment, responsible person and all lamps, without controls', async () => {
  const { page } = installer
  await installer.goTo(`/plantcentralunits/${plantId}/emergency`)
  await page.getByRole('cell', { name: 'Battery: short circuit' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const head = page.locator('[data-part="print-head"]')
  await head.getByText(/^(Responsible: .+|Nobody is named as responsible)$/).waitFor()
  expect(await head.textContent()).toMatch(/^Ospedale San Camillo.+As of .+Azienda Sanitaria.+Treviso/s)
  const foot = await page.evaluate<string>(
    '[...document.adoptedStyleSheets].map((one) => one.cssRules[0].cssText).join()',
  )
  for (const part of ['by Marta Rinaldi"', plantId, 'counter(page) " of " counter(pages)']) expect(foot).toContain(part)
  expect(await page.locator('[data-part="grid"] tbody tr').count()).toBeGreaterThan(25)
  const controls = page.getByRole('button', { name: /^(Export|Columns|Edit names|Import)$/ })
  expect(await controls.count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
})

it('paper says by which filter its rows were chosen', async () => {
  const { page } = installer
  const chips = page.locator('[data-part="chips"] button').filter({ visible: true })
  await page.getByRole('button', { name: /^Error/ }).click()
  await page.emulateMedia({ media: 'print' })
  expect(await chips.allInnerTexts()).toEqual([expect.stringMatching(/^Error\s*1$/)])
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: /^Error/ }).click()
})

it('Shift selects a range, and Ctrl+A selects the filtered lamps', async () => {
  const { page } = installer
  const bar = page.getByRole('region', { name: 'Selected rows' })
  const checks = page.getByRole('checkbox', { name: /^Select (lamp|device) \d{4} of unit / })
  await checks.nth(1).click()
  await checks.nth(5).click({ modifiers: ['Shift'] })
  await bar.getByText('5 selected').waitFor()
  await page.getByRole('button', { name: /^Error/ }).click()
  await checks.nth(0).focus()
  await page.keyboard.press('Control+a')
  await bar.getByText('1 selected').waitFor()
})

it('a link opens the panel on a phone without fields for an owner', async () => {
  const { page } = owner
  await page.setViewportSize({ width: 390, height: 844 })
  await owner.goTo(`/plantcentralunits/${plantId}?lamp=logica_0A1B01.3`)
  const panel = page.getByRole('complementary', { name: 'Lamp 0003' })
  await panel.getByText('Likely cause').waitFor()
  expect(await panel.getByRole('textbox').count()).toBe(0)
  await panel.getByRole('button', { name: 'Back' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /0003/ }).first().click()
  await panel.waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
})

it('on a phone an OK lamp begins with its place, and its description is edited where it stands', async () => {
  const { page } = installer
  await page.setViewportSize({ width: 390, height: 844 })
  await installer.goTo(`/plantcentralunits/${plantId}?lamp=logica_0A1B01.5`)
  const panel = page.getByRole('complementary', { name: 'Lamp 0005' })
  const first = panel.locator('[data-part="in-place"]').first()
  await first.waitFor()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(116)
  const identify = await panel.getByRole('button', { name: 'Identify' }).boundingBox()
  expect(identify?.height).toBeGreaterThanOrEqual(50)
  expect((identify?.y ?? 0) + (identify?.height ?? 0)).toBeGreaterThan(780)
  await panel.getByRole('button', { name: 'Edit: Description' }).click()
  await page.keyboard.type('Door 5')
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('button', { name: 'Done' }).click()
  await panel.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Edit: Description')
  await page.reload()
  await panel.getByText('Door 5', { exact: true }).waitFor()
})

it('on a phone a new battery is one press at the thumb, and can be undone', async () => {
  const { page } = installer
  await installer.goTo(`/plantcentralunits/${plantId}?lamp=logica_0A1B01.3`)
  const panel = page.getByRole('complementary', { name: 'Lamp 0003' })
  const replaced = panel.getByRole('button', { name: 'Battery replaced' })
  await replaced.waitFor()
  const box = await replaced.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(50)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(780)
  await replaced.click()
  await panel.getByText(/^Charging, re-test /).waitFor()
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('button', { name: 'Undo' }).click()
  await replaced.click()
  await panel.getByText(/^Charging, re-test /).waitFor()
  await owner.goTo(`/logbook/${plantId}`)
  await owner.page.getByText('Battery replaced').first().waitFor()
})
