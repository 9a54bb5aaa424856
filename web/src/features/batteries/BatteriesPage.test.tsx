import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { BatteryOutlook, LampBattery } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { workbookOf } from '../../shared/table/workbook.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { BatteriesPage } from './BatteriesPage.tsx'
import { createBatterySheets } from './battery-sheets.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const expectedEnds = { first: '2027-05-15T00:00:00.000Z', middle: '2028-07-15T00:00:00.000Z', last: null }
const code = { product: null, battery: { chemistry: 'NiCd', volts: 7.2, ampereHours: 1.8 }, lamps: 30 }
const outlook: BatteryOutlook = {
  at: '2026-11-20T14:24:00.000Z',
  lamps: 40,
  measuredFrom: '2020-11-12T09:00:00.000Z',
  measuredUntil: '2026-11-12T09:00:00.000Z',
  fewest: { tests: 3, lamps: 20 },
  codes: [
    { ...code, code: '415.009', measured: 28, ends: expectedEnds, soon: 12 },
    { ...code, code: '415.012', lamps: 8, measured: 7, ends: null, soon: 0 },
  ],
  unknown: 2,
  periods: [
    { from: '2026-11-20T14:24:00.000Z', until: '2027-01-01T00:00:00.000Z', needs: [] },
    {
      from: '2027-01-01T00:00:00.000Z',
      until: '2027-07-01T00:00:00.000Z',
      needs: [{ code: '415.009', pieces: 12, min: 7, max: 18, cents: 3800 }],
    },
  ],
  check: { batteries: 124, inside: 113, medianDays: 122 },
}
const lamp: LampBattery = {
  cu: 'imagined_0A1B2C',
  lamp: 421,
  serial: 'A1B2C3',
  description: 'Waiting room',
  location: 'Cardiology',
  tests: 3,
  replacedAfter: null,
  measured_min: 68,
  rated_min: 60,
  ends: expectedEnds,
  why: null,
}
const fewTests: LampBattery = { ...lamp, lamp: 422, tests: 1, ends: null, why: 'fewTests', measured_min: null }
const curve = {
  battery: lamp,
  measured: [80, 76, 68].map((minutes, n) => ({ at: `202${4 + n}-11-12T09:00:00.000Z`, minutes })),
  expected: [{ at: '2027-11-12T09:00:00.000Z', minutes: 62, min: 58, max: 66 }],
}

type Answer = ActionOutput<'getBatteryOutlook'>
const completeAnswer: Answer = {
  needed: [{ code: '415.012', product: null, pieces: 3, cents: null }],
  outlook,
  prices: { currency: 'EUR', shownToClients: false, version: 1 },
}
const open = (answer: Answer) =>
  renderInPlant(<BatteriesPage />, plantWith({ plant: { role: 'clientOwner' } }), ({ action, addr }) => {
    if (action === 'getBatteryOutlook') return answer
    if (action === 'getBatteries') return { batteries: [lamp, fewTests], total: 2 }
    if (action === 'getLampBattery') return { ...curve, battery: addr === 422 ? fewTests : lamp }
    return refusal('PLANT_NOT_FOUND')
  })

test('outlooks show code and end of batteries as a range, never as one date', async () => {
  await open(completeAnswer)
  const codes = within(await screen.findByRole('region', { name: 'Remaining life by battery code' }))
  const row = codes.getByRole('row', { name: /415\.009/ })
  expect(within(row).getByRole('img').getAttribute('aria-label')).toBe('about Jul 2028, not before May 2027')
  expect(row.textContent).toMatch(/12$/)
  expect(codes.getByRole('row', { name: /415\.012/ }).textContent).toContain('Not enough data: 7 of 20 lamps measured')
  expect(codes.getByRole('row', { name: /Unknown battery/ }).textContent).toContain('2')
})

test('the order list shows ranges, current needs separately and missing prices', async () => {
  await open(completeAnswer)
  const needsRegion = within(await screen.findByRole('region', { name: 'To buy within two years' }))
  expect(needsRegion.getByText('15 batteries')).toBeTruthy()
  expect(needsRegion.getByText('Now')).toBeTruthy()
  expect(needsRegion.getByRole('row', { name: /415\.009 12 7–18 €456\.00/ })).toBeTruthy()
  expect(needsRegion.getByRole('row', { name: /415\.012 3 –/ })).toBeTruthy()
  expect(needsRegion.getByRole('link', { name: 'Add prices' })).toBeTruthy()
  expect(needsRegion.getByText('Jan – Jun 2027')).toBeTruthy()
})

test('without any price the order list has no column of dashes', async () => {
  const [first, second] = outlook.periods
  const needs = (second?.needs ?? []).map((need) => ({ ...need, cents: null }))
  await open({ ...completeAnswer, outlook: { ...outlook, periods: [first, { ...second, needs }] as never } })
  const needsRegion = within(await screen.findByRole('region', { name: 'To buy within two years' }))
  expect(needsRegion.queryByRole('columnheader', { name: 'Price' })).toBeNull()
  expect(needsRegion.getByRole('link', { name: 'Add prices' })).toBeTruthy()
})

test('the page shows how far earlier outlooks were off, or that none was checked', async () => {
  await open(completeAnswer)
  const basis = () => screen.getByRole('region', { name: 'Basis of this forecast' }).textContent
  await screen.findByText(/Checked on 124 batteries/)
  expect(basis()).toContain('113 of 124 ended within their range. Half were off by 4 months or less.')
  cleanup()
  await open({ ...completeAnswer, outlook: { ...outlook, check: null } })
  await screen.findByText(/Not checked yet/)
})

test('a lamp has a chart and a table, and missing data of another is named', async () => {
  await open(completeAnswer)
  const user = userEvent.setup()
  expect(await screen.findByRole('img', { name: '3 measurements, the last 68 of 60 minutes' })).toBeTruthy()
  expect(screen.getByText('Below 60 min about Jul 2028')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByRole('row', { name: /12 November 2024 80/ })).toBeTruthy()
  const other = screen.getByRole('button', { name: /Lamp 0422/ })
  expect(other.textContent).toContain('Not enough data: measured by 1 autonomy test')
  await user.click(other)
  expect(await screen.findByText('Its end cannot be forecast yet.')).toBeTruthy()
})

test('a link to a lamp on another page of the list opens it', async () => {
  const { calls, router } = await open(completeAnswer)
  await screen.findByRole('img', { name: '3 measurements, the last 68 of 60 minutes' })
  router.history.replace(`/plant/${plantId}?lamp=imagined_0A1B2C.77`)
  expect(await screen.findByRole('link', { name: 'Lamp 0077' })).toBeTruthy()
  expect(calls.some(({ action, addr }) => action === 'getLampBattery' && addr === 77)).toBe(true)
})

test('a Basic plant is offered Pro and sees its current needs', async () => {
  await open({ needed: completeAnswer.needed, outlook: null })
  expect(await screen.findByText('When batteries end is part of Pro')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enter a Pro code' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Needed now' }).textContent).toContain('415.012')
  expect(document.body.textContent).not.toContain('€')
})

test('the order list is exported as a sheet with every line', async () => {
  const sheets = createBatterySheets(completeAnswer, ((key: string) => key) as never, (at) => at.slice(0, 10))
  expect(sheets[0]?.cells).toHaveLength(3)
  expect((await workbookOf(sheets)).size).toBeGreaterThan(1000)
})
