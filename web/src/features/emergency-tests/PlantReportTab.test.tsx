import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { computeReportFigures, filterRows, outcomeOf } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { LastResult, ReportRow } from '@vigilux/contract/features/reports/plant-report.ts'
import { afterEach, expect, test, vi } from 'vitest'
import * as files from '../../shared/save-blob.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { PlantReportTab } from './PlantReportTab.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const last = (result: LastResult['result'], change: Partial<LastResult> = {}): LastResult => ({
  result,
  reason: null,
  measured_s: null,
  rated_min: null,
  at,
  clockWrong: false,
  ...change,
})
const rowOf = (lamp: number, functional: LastResult | null, autonomy: LastResult | null): ReportRow => ({
  cu: 'imagined_0A1B2C',
  lamp,
  serial: `A1B2C${lamp}`,
  description: `Door ${lamp}`,
  location: 'Piano 1',
  functional,
  autonomy,
  outcome: outcomeOf(functional, autonomy),
  isFormer: false,
})
const rows = [
  rowOf(1, last('passed'), last('failed', { reason: 'battery_duration', measured_s: 1200, rated_min: 60 })),
  rowOf(2, last('passed'), last('passed', { measured_s: 4000, rated_min: 60 })),
  rowOf(3, null, null),
]
const unit = { cu: 'imagined_0A1B2C', description: 'Main', location: '', connected: true, lamps: 3 }

const open = async (reportRows: readonly ReportRow[] = rows, plant = {}, openBefore = 0, openRunning = 0) => {
  const { calls, router } = await renderInPlant(
    <PlantReportTab />,
    plantWith({ plant }),
    ({ action, period, outcome, sort = 'lamp', descending = false, search = '' }) => {
      const filteredRows = filterRows(reportRows, { outcome, sort, descending, search } as Parameters<
        typeof filterRows
      >[1])
      if (action === 'getGlobalReports')
        return {
          period,
          from: at,
          until: '2026-05-31T10:00:00.000Z',
          result: 'fail',
          rows: filteredRows,
          total: filteredRows.length,
          units: [{ ...unit, functional: 'unknown', autonomy: 'fail' }],
          figures: computeReportFigures(filteredRows),
          tests: { functional: 2, autonomy: 1 },
          running: 1,
          openBefore,
          openRunning,
        }
      if (action === 'getReportMail') return { mail: null }
      if (action === 'saveReportMail') return { mail: null }
      if (action === 'createGlobalReport')
        return {
          report: {
            id: plantId,
            testId: null,
            period,
            language: 'en',
            state: 'queued',
            error: null,
            bytes: null,
            requestedAt: at,
          },
        }
      return {}
    },
  )
  const callsOf = (action: string) => calls.filter((call) => call.action === action)
  return { callsOf, router }
}

test('the report summarises a period, and its bars match the table', async () => {
  const { callsOf } = await open()
  await screen.findByRole('heading', { name: '1 lamp failed, 1 not tested' })
  expect(screen.getByText('1 test is still running and is not counted.')).toBeTruthy()
  expect(callsOf('getGlobalReports')[0]).toMatchObject({ period: 'last3Months', devicesType: 'all', sort: 'lamp' })
  // For screen readers and without colour: texts and numbers accompany the parts.
  expect(screen.getByRole('img', { name: 'Autonomy test: Passed 1, Failed 1, Not tested 1' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Functional test: Passed 2, Not tested 1' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect([cells('Passed'), cells('Failed'), cells('Not tested')]).toEqual([
    ['Passed', '2', '1'],
    ['Failed', '0', '1'],
    ['Not tested', '1', '1'],
  ])
  expect(screen.getByText('Failed: battery below rated duration')).toBeTruthy()
  expect(screen.getByText('20 min of 60 min')).toBeTruthy()
  // The unit reports; only this kind of test is missing.
  expect(screen.getByText('Still open').parentElement?.textContent).toBe('Still open')
})

test('an exported file has the year of each result', async () => {
  const saveBlob = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
  await open([rowOf(1, last('passed', { at: `${new Date().getFullYear()}-01-02T09:00:00.000Z` }), null)])
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(saveBlob).toHaveBeenCalled())
  const blob = saveBlob.mock.lastCall?.[0] as Blob
  expect(await blob.text()).toContain(`Passed (2 January ${new Date().getFullYear()}),Not tested`)
})

test('marks a lamp that left the plant', async () => {
  await open([rowOf(1, last('passed'), last('passed')), { ...rowOf(2, last('failed'), null), isFormer: true }])
  expect(await screen.findAllByText('Door 2 · Piano 1 · No longer in the plant')).not.toHaveLength(0)
  expect(screen.queryByText('Door 1 · Piano 1 · No longer in the plant')).toBeNull()
})

test('faults from before the period are shown with a link', async () => {
  const passed = rows.filter(({ outcome }) => outcome === 'passed')
  const { callsOf } = await open(passed, {}, 2)
  await screen.findByRole('heading', { name: '2 lamps still failing from earlier tests' })
  fireEvent.click(screen.getByRole('button', { name: 'Show these lamps' }))
  await waitFor(() =>
    expect(callsOf('getGlobalReports').at(-1)).toMatchObject({ period: 'plantLife', outcome: 'failed', page: 1 }),
  )
  cleanup()
  await open(passed, { tier: 'basic' }, 2)
  await screen.findByRole('heading', { name: '2 lamps still failing from earlier tests' })
  expect(screen.queryByRole('button', { name: 'Show these lamps' })).toBeNull()
})

test('failures of a running test are not said to be from earlier tests', async () => {
  await open(
    rows.filter(({ outcome }) => outcome === 'passed'),
    {},
    0,
    1,
  )
  await screen.findByRole('heading', { name: '1 lamp failed in a test that is still running' })
  expect(screen.queryByRole('button', { name: 'Show these lamps' })).toBeNull()
})

test('period, filter and sort apply to the request and the document', async () => {
  const { callsOf, router } = await open()
  await screen.findByRole('heading', { name: /1 lamp failed/ })
  fireEvent.click(screen.getByRole('button', { name: /^Failed/ }))
  await waitFor(() => expect(callsOf('getGlobalReports').at(-1)).toMatchObject({ outcome: 'failed' }))
  await router.navigate({ to: '.', search: { ...router.state.location.search, period: 'last2Years' } } as never)
  await waitFor(() =>
    expect(callsOf('getGlobalReports').at(-1)).toMatchObject({ period: 'last2Years', outcome: 'failed' }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'PDF' }))
  await waitFor(() =>
    expect(callsOf('createGlobalReport')).toMatchObject([
      { period: 'last2Years', outcome: 'failed', devicesType: 'all', language: 'en' },
    ]),
  )
  expect(await screen.findByText('Waiting for its turn')).toBeTruthy()
})

test('a Basic plant shows its last test and why there are no others', async () => {
  const { callsOf } = await open(rows, { tier: 'basic' })
  await screen.findByText('Basic holds the last test report only. Pro opens all of them.')
  expect(callsOf('getGlobalReports')[0]).toMatchObject({ period: 'lastTest' })
  fireEvent.click(screen.getByRole('combobox', { name: 'Period' }))
  const disabled = (await screen.findAllByRole('option')).map((one) => one.hasAttribute('data-combobox-disabled'))
  expect(disabled).toEqual([false, true, true, true, true])
})

test('an empty period says so and still offers a report', async () => {
  await open([])
  const emptyText = 'No test between 2 March 2026 and 31 May 2026'
  await screen.findByRole('heading', { level: 2, name: emptyText })
  expect(screen.getByText(/A report can still be made/)).toBeTruthy()
})

test('a report by mail is requested for the own address', async () => {
  const { callsOf } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'By mail' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf('saveReportMail')).toMatchObject([{ plantId, rhythm: 'monthly', period: 'last3Months' }]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
