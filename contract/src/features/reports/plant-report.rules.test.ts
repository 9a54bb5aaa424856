import { describe, expect, it } from 'vitest'
import {
  computeReportFigures,
  filterRows,
  firstDayOfPeriod,
  isAvailableInBasic,
  outcomeOf,
  overallPlantResult,
} from './plant-report.rules.ts'
import type { LastResult, ReportRow } from './plant-report.ts'

const last = (result: LastResult['result'], measured_s: number | null = null): LastResult => ({
  result,
  reason: null,
  measured_s,
  rated_min: 60,
  at: '2026-03-02T09:00:00.000Z',
  clockWrong: false,
})
const row = (
  lamp: number,
  functional: LastResult | null,
  autonomy: LastResult | null = null,
  cu = 'logica_0A1B2C',
) => ({
  cu,
  lamp,
  serial: `A1B2C${lamp}`,
  description: `Tür ${lamp}`,
  location: 'Erdgeschoß',
  functional,
  autonomy,
  outcome: outcomeOf(functional, autonomy),
  isFormer: false,
})

it.each([
  ['last3Months', '2026-05-30', '2026-02-28'],
  ['last3Months', '2024-05-31', '2024-02-29'],
  ['last3Months', '2026-02-28', '2025-11-28'],
  ['last3Months', '2026-01-15', '2025-10-15'],
  ['lastYear', '2024-02-29', '2023-02-28'],
  ['lastYear', '2026-11-23', '2025-11-23'],
  ['last2Years', '2026-11-23', '2024-11-23'],
  ['plantLife', '2026-11-23', null],
  ['lastTest', '2026-11-23', null],
] as const)('the period %s up to %s begins on %s', (period, today, first) => {
  expect(firstDayOfPeriod(period, today)).toBe(first)
})

it('a Basic plant can only report the last test', () => {
  expect(
    ['lastTest', 'last3Months', 'lastYear', 'last2Years', 'plantLife'].filter((period) =>
      isAvailableInBasic(period as 'lastTest'),
    ),
  ).toEqual(['lastTest'])
})

it.each([
  ['failed', last('passed'), last('failed')],
  ['failed', last('failed'), last('notExecuted')],
  ['notExecuted', last('passed'), last('notExecuted')],
  ['passed', last('passed'), null],
  ['notTested', null, null],
] as const)('the outcome of a lamp is %s', (outcome, functional, autonomy) => {
  expect(outcomeOf(functional, autonomy)).toBe(outcome)
})

describe('report rows', () => {
  const rows: ReportRow[] = [
    row(2, last('passed'), last('passed', 3600)),
    row(1, last('passed'), last('failed', 1200)),
    row(1, null, null, 'logica_000001'),
    row(12, last('notExecuted')),
  ]
  const found = (change: Partial<Parameters<typeof filterRows>[1]>) =>
    filterRows(rows, { search: '', sort: 'lamp', descending: false, ...change }).map(
      ({ cu, lamp }) => `${cu.slice(-1)}${lamp}`,
    )

  it('are sorted, with unit and number as the last criterion', () => {
    expect(found({})).toEqual(['11', 'C1', 'C2', 'C12'])
    expect(found({ sort: 'outcome' })).toEqual(['C1', 'C12', '11', 'C2'])
    expect(found({ sort: 'measured', descending: true })).toEqual(['C2', 'C1', '11', 'C12'])
  })

  it('are found by number, serial and place, ignoring accents', () => {
    expect(found({ search: '0012' })).toEqual(['C12'])
    expect(found({ search: 'tur 12' })).toEqual(['C12'])
    expect(found({ search: 'erdgeschoß 000001' })).toEqual(['11'])
    expect(found({ search: 'a1b2c2' })).toEqual(['C2'])
    expect(found({ outcome: 'notTested' })).toEqual(['11'])
  })

  it('match the figures', () => {
    const { lamps, functional, autonomy } = computeReportFigures(rows)
    expect(lamps).toEqual({ failed: 1, notExecuted: 1, passed: 1, notTested: 1 })
    expect(functional).toEqual({ failed: 0, notExecuted: 1, passed: 2, notTested: 1 })
    expect(autonomy).toEqual({ failed: 1, notExecuted: 0, passed: 1, notTested: 2 })
  })
})

it.each([
  ['fail', [row(1, last('failed'))], [{ connected: false }], 0],
  ['fail', [row(1, last('passed'))], [{ connected: false }], 1],
  ['fail', [], [], 1],
  ['disconnected', [row(1, last('passed'))], [{ connected: false }, { connected: null }], 0],
  ['pass', [row(1, last('passed'))], [{ connected: true }, { connected: false }], 0],
  ['pass', [row(1, last('passed'))], [{ connected: null }], 0],
  ['unknown', [row(1, last('passed')), row(2, null)], [{ connected: true }], 0],
  ['unknown', [row(1, last('notExecuted'))], [{ connected: true }], 0],
  ['unknown', [], [], 0],
] as const)('the result of a plant is %s', (result, rows, units, openBefore) => {
  expect(overallPlantResult(rows, units, openBefore)).toBe(result)
})
