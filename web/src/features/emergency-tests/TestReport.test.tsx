import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type TestReason, type TestResult, testRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { TestReport } from './TestReport.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const cu = 'imagined_0A1B2C'

const found = (lamp: number, result: TestResult['result'], reason: TestReason | null, measured_s: number | null) => ({
  cu,
  lamp,
  serial: `A1B2C${lamp}`,
  description: `Door ${lamp}`,
  location: '',
  result,
  reason,
  measured_s,
  rated_min: 60,
  at,
  clockWrong: false,
})
const lampAt = (id: number, serial: string, mode = 'normal') => ({
  cu,
  id,
  serial,
  type: 'emergency',
  function: 'maintained',
  version: 1,
  description: '',
  location: '',
  notes: '',
  product_code: null,
  groups: [],
  parity: 'odd',
  mode,
  errors: [],
  condition: 'ok',
  battery: 80,
  dimming: null,
  autonomy: 60,
  line: null,
  software_version: null,
  reported_at: null,
  condition_since: null,
})
const part = { code: '415.009', name: 'Pack 3.6 V', kind: 'battery', orderCode: 'BAT-9', batteryCode: null }
const namedLamp = (lamp: number) => ({ cu, lamp, serial: `A1B2C${lamp}`, description: `Door ${lamp}`, location: '' })

type Extra = { lamps?: object[]; tier?: 'basic'; tests?: Promise<object> }
const open = async (results: ReturnType<typeof found>[], findings: object = {}, extra: Extra = {}) => {
  const { lamps = [], tier, tests } = extra
  const countOf = (result: string) => results.filter((one) => one.result === result).length
  const testReport = testRun.parse({
    id: plantId,
    cu,
    kind: 'autonomy',
    trigger: 'user',
    state: 'finished',
    reason: null,
    requestedBy: 'Ada',
    requestedAt: at,
    startedAt: at,
    endedAt: '2026-03-02T10:10:00.000Z',
    expectedEndAt: null,
    commandId: null,
    total: results.length,
    passed: countOf('passed'),
    failed: countOf('failed'),
    notExecuted: countOf('notExecuted'),
    clockWrong: false,
  })
  const { calls } = await renderInPlant(
    <TestReport testId={plantId} />,
    plantWith({ units: [unitWith()], ...(tier && { plant: { tier } }) }),
    ({ action, result }) => {
      const rows = results.filter((one) => !result || one.result === result)
      if (action === 'getTestReport') return { test: testReport, results: rows, total: rows.length }
      if (action === 'getTestFindings') return { since: null, parts: [], near: null, ...findings }
      if (action === 'getLamps') return { lamps, total: lamps.length, next: null }
      if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
      if (action === 'startTests') return { units: [{ topic: cu, test: testReport, leftOut: [], refused: null }] }
      return tests ?? { tests: [], total: 0, hidden: 0, last: null }
    },
  )
  return { callsOf: (action: string) => calls.filter((call) => call.action === action) }
}

test('the report shows the result, the remedy and changes since the last test', async () => {
  const since = { at, newlyFailed: [namedLamp(1)], stillFailing: [], mended: [namedLamp(3)], silent: [namedLamp(2)] }
  const findings = { since: { ...since, median_s: { now: 3600, before: 4200 } }, parts: [{ lamp: 1, part }] }
  const { callsOf } = await open(
    [
      found(1, 'failed', 'battery_duration', 1200),
      found(2, 'notExecuted', 'no_result', null),
      found(3, 'passed', null, 3780),
    ],
    findings,
  )
  await screen.findByRole('heading', { name: '1 lamp failed, 1 not executed' })
  expect((await screen.findByText('1 lamp newly failed: 0001 Door 1')).textContent).toBeTruthy()
  for (const text of [
    '1 lamp passes again: 0003 Door 3',
    '1 lamp has stopped responding: 0002 Door 2',
    /Median autonomy 60/,
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/Replace the battery/).textContent).toContain('Pack 3.6 V, BAT-9')
  expect(screen.getByText('Passed, only 3 min to spare')).toBeTruthy()
  expect(callsOf('getTestReport')[0]).toMatchObject({ sort: 'result', descending: false })
})

test('a fully passed test disables repeat and rest with a reason', async () => {
  await open([found(1, 'passed', null, 3780)], { near: { lamps: 1, spare_s: 180 } })
  await screen.findByRole('heading', { name: 'Passed, only 3\u00a0min to spare' })
  const description = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-description')
  expect([description('Repeat the failed'), description('Test the rest')]).toEqual([
    'No lamp failed.',
    'Every lamp has a result.',
  ])
})

test('failed lamps are tested again, and missing or silent lamps are named', async () => {
  const failed = [1, 2, 3].map((lamp) => found(lamp, 'failed', 'lamp_failure', 0))
  // Another lamp is at the second position, and the third does not answer.
  const lamps = [lampAt(1, 'A1B2C1'), lampAt(2, 'FFFFFF'), lampAt(3, 'A1B2C3', 'unreachable'), lampAt(4, 'A1B2C4')]
  const { callsOf } = await open([...failed, found(4, 'passed', null, 3900)], {}, { lamps })
  fireEvent.click(await screen.findByRole('button', { name: 'Repeat the 3 failed' }))
  await screen.findByText('No longer there, or replaced: 0A1B2C · 0002')
  expect(screen.getByText(/^Cannot be reached now.*: 0A1B2C · 0003$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }))
  await waitFor(() =>
    expect(callsOf('startTests')).toMatchObject([{ units: [{ topic: cu, addr: [1, 3] }], kind: 'autonomy' }]),
  )
})

test('a Basic plant shows the PDF button once its last test is known', async () => {
  const tests = Promise.withResolvers<object>()
  await open([found(1, 'passed', null, 3780)], {}, { tier: 'basic', tests: tests.promise })
  await screen.findByRole('heading', { name: /Passed/ })
  expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull()
  tests.resolve({ tests: [], total: 0, hidden: 1, last: null })
  expect((await screen.findByRole('button', { name: 'PDF' })).getAttribute('aria-disabled')).toBe('true')
})
