import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { toKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { expectReadable } from '../support/readable.ts'

/**
 * Energy of a zone is summed, compared with a baseline and priced, while another person watches; then exported as PDF.
 */
const journey = useProduct({
  years: 3,
  alive: true,
  speed: 1,
  units: [{ type: 'logicafm', serial: '0F201', lamps: 200, enrolled: true, plant: 'hospital' }],
})
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId = ''

const lastMonth = (): string => {
  const day = new Date()
  day.setUTCDate(0)
  return day.toISOString().slice(0, 10)
}
const date = lastMonth()
const ofMonth = `period=month&date=${date}`

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 200
  })
  // Replaces the demo data by data of this test.
  const { zones } = await api.call('getMonitoringZonesPost', { plantId })
  for (const { id } of zones) await api.call('deleteMonitoringZone', { plantId, zoneId: id })
  const { version } = await api.call('getEnergySettings', { plantId })
  const after = await api.call('saveEnergyBaseline', { plantId, baseline: null, version })
  await api.call('saveEnergyTariffs', { plantId, tariffs: [], version: after.version })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

it('a new monitoring zone appears to another member, and shares add up to the whole', async () => {
  const { page, goTo } = installer
  await Promise.all([goTo(`/monitoringzone/${plantId}`), owner.goTo(`/monitoringzone/${plantId}`)])
  await owner.page.getByText('No monitoring zones yet').waitFor()
  expect(await owner.page.getByRole('button', { name: 'New monitoring zone' }).count()).toBe(0)
  await page.getByRole('button', { name: 'New monitoring zone' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Wards')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Wards' })
  await panel.getByRole('button', { name: 'Add lamps' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add lamps to Wards' })
  // The notes are about the first lamp.
  const boxes = dialog.getByRole('list', { name: 'Lamps' }).getByRole('checkbox')
  for (const at of [0, 1, 2, 3]) await boxes.nth(at).check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await owner.page.getByRole('row', { name: /Wards.*4/ }).waitFor({ timeout: 5000 })

  await owner.goTo(`/energy/${plantId}?${ofMonth}`)
  const shares = owner.page.getByRole('region', { name: 'By monitoring zone' })
  await shares.getByRole('row', { name: /Wards/ }).waitFor()
  const { used, shares: reportedShares } = await api.call('getEnergyShares', { plantId, period: 'month', date })
  expect(reportedShares.map(({ zone }) => zone?.name)).toEqual(['Wards', undefined])
  expect(reportedShares.reduce((total, share) => total + (share.used ?? 0), 0)).toBeCloseTo(used ?? 0, 5)
})

it('a new baseline and tariff update savings, costs and CO2 for others at once', async () => {
  const { page, goTo } = installer
  await goTo(`/energy/${plantId}?${ofMonth}`)
  await owner.page.getByText('No baseline is set.').waitFor()
  await page.getByRole('button', { name: 'Set a baseline' }).click()
  const baseline = page.getByRole('dialog', { name: 'Baseline' })
  await baseline.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Installed power × hours of use' }).click()
  await baseline.getByRole('button', { name: 'Save' }).click()
  await baseline.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Enter a tariff' }).click()
  const tariff = page.getByRole('dialog', { name: 'Electricity tariffs' })
  await tariff.getByRole('button', { name: 'Add a tariff' }).click()
  await tariff.getByRole('textbox', { name: 'Valid from' }).fill('01/01/2020')
  await tariff.getByRole('textbox', { name: 'Rate' }).fill('Flat')
  await tariff.getByRole('textbox', { name: /^Price per kWh/ }).fill('-1')
  await tariff.getByRole('button', { name: 'Save' }).click()
  await tariff.getByText('A price of 0 to 100 with at most four decimals.').first().waitFor()
  await tariff.getByRole('textbox', { name: /^Price per kWh/ }).fill('0.284')
  await tariff.getByRole('button', { name: 'Save' }).click()
  await tariff.waitFor({ state: 'detached' })
  const money = (amount: number) =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount)
  const { cost, saving } = await api.call('getEnergy', {
    plantId,
    of: { kind: 'plant' },
    period: 'month',
    date,
    step: 'day',
  })
  expect([cost?.unknownWh, saving?.of.kind]).toEqual([0, 'installed'])
  await owner.page
    .getByText(money(cost?.amount ?? 0))
    .first()
    .waitFor({ timeout: 5000 })
  await owner.page
    .getByText(/^Italy \d{4}: \d+ g CO₂ per kWh/)
    .first()
    .waitFor()
  expect(await owner.page.getByRole('button', { name: 'Edit tariffs' }).getAttribute('aria-disabled')).toBe('true')
})

const cellsOf = (page: Page, table: string) =>
  page
    .getByRole('region', { name: table })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')))

it('chart, table, heat map, workbook and document show the same values', async () => {
  const { page, goTo } = owner
  await goTo(`/energy/${plantId}?${ofMonth}`)
  const table = 'Energy by part of the period'
  await page.getByRole('region', { name: table }).getByRole('table').waitFor()
  const rows = await cellsOf(page, table)
  const { series } = await api.call('getEnergy', { plantId, of: { kind: 'plant' }, period: 'month', date, step: 'day' })
  const number = (kwh: number, digits: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-GB', digits).format(kwh)
  const expectedCells = series.used.map((wh) => (wh === null ? '–' : number(wh / 1_000, { maximumFractionDigits: 3 })))
  // One page of the table.
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(([, kwh]) => kwh)).toEqual(expectedCells.slice(0, rows.length))
  // Each known part has a bar in the chart, with a height in proportion.
  const heights = await page
    .getByRole('img', { name: 'Energy used, in kWh' })
    .locator('[data-part="energy-bar"]')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  const knownWh = series.used.filter((wh) => wh !== null)
  expect(heights).toHaveLength(knownWh.length)
  const [tall, maxWh] = [Math.max(...heights), Math.max(...knownWh)]
  for (const [at, wh] of knownWh.entries()) expect(heights[at]).toBeCloseTo((wh / maxWh) * tall, 1)

  await page.getByRole('button', { name: 'Show numbers' }).click()
  const heat = page.getByRole('region', { name: 'By hour and day' }).first()
  const noon = await heat
    .locator('tr', { has: page.getByRole('rowheader', { name: '12:00', exact: true }) })
    .locator('td')
    .allTextContents()
  const hours = (await api.call('getEnergy', { plantId, of: { kind: 'plant' }, period: 'month', date, step: 'hour' }))
    .series
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })
  const atNoon = hours.used.filter((_, at) => clock.format(new Date(hours.starts[at] ?? '')) === '12:00')
  expect(noon).toEqual(
    atNoon.map((wh) => (wh === null ? 'No data' : number(wh / 1_000, { maximumSignificantDigits: 3 }))),
  )

  const fileOf = async (press: () => Promise<void>) => {
    const pendingDownload = page.waitForEvent('download')
    await press()
    return (await pendingDownload).path()
  }
  await page.getByRole('region', { name: table }).getByRole('button', { name: 'Export' }).click()
  const csv = readFileSync(await fileOf(() => page.getByRole('menuitem', { name: /CSV/ }).click()), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(expectedCells.length + 1)
  for (const wh of knownWh) expect(csv).toContain(`,${toKwh(wh)},`)
  const paper = await fileOf(() => page.getByRole('button', { name: 'PDF', exact: true }).click())
  const normalize = (text: string) => text.replaceAll(/\s+/g, ' ')
  const pageText = normalize(execFileSync('pdftotext', ['-layout', paper, '-'], { encoding: 'utf8' }))
  for (const [day = '', ...cells] of rows)
    expect(pageText).toContain(normalize([day, ...cells.filter(Boolean)].join(' ')))
  const figures = await page.locator('[data-part="energy-figures"] dd b').allTextContents()
  for (const figure of figures.slice(0, 4)) expect(pageText).toContain(normalize(figure))
})

it('a note leads to its lamp by keyboard', async () => {
  const { page, goTo } = owner
  await goTo(`/energy/${plantId}`)
  const notes = page.getByRole('region', { name: 'Worth a look' })
  const darkLink = notes.getByRole('link', { name: /draws no power: lamp \d+/ })
  await darkLink.focus()
  const number = /lamp (\d+)/.exec(await darkLink.innerText())?.[1]?.padStart(4, '0') ?? ''
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: new RegExp(number) }).waitFor()
})

it('the energy page is accessible in light and dark and on a phone', async () => {
  const { page, goTo, complaints } = owner
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await goTo(`/energy/${plantId}?${ofMonth}`)
    await page.getByRole('row', { name: /Wards/ }).waitFor()
    await expectReadable(page)
  }
  expect(complaints).toEqual([])
})
