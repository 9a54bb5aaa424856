import { describe, expect, it } from 'vitest'
import {
  compareLamps,
  faultOfTestReason,
  type LampTestHistory,
  lowReserveSeconds,
  measuredBoundOf,
  storedSeconds,
} from './findings.rules.ts'
import type { TestReason, TestResult } from './test-run.ts'

const outcome = (result: TestResult['result'], measured_s: number | null = null, reason: TestReason | null = null) => ({
  result,
  reason,
  measured_s,
})

it.each([
  [null, 3599],
  [null, 3600],
  [1, 3601],
  [180, 3780],
  [360, 3960],
  [null, 3961],
])('the low reserve is %j seconds of 60 min where a lamp lasted %i s', (spareSeconds, measured_s) => {
  expect(lowReserveSeconds({ ...outcome('passed', measured_s), rated_min: 60 })).toBe(spareSeconds)
})

it('the reserve is unknown for tests that failed, stopped at the rated duration, or have no time', () => {
  expect(lowReserveSeconds({ ...outcome('failed', 3700), rated_min: 60 })).toBeNull()
  expect(lowReserveSeconds({ ...outcome('passed', 3600), rated_min: 60 })).toBeNull()
  expect(lowReserveSeconds({ ...outcome('passed'), rated_min: 60 })).toBeNull()
  expect(lowReserveSeconds({ ...outcome('passed', 3700), rated_min: null })).toBeNull()
})

describe('stored seconds of lamps rated for 180 min that measure in steps of 2 min', () => {
  const facts = { durationSteps: { stepS: 120, maxS: 30_600 } }
  it.each([
    ['passed', 178 * 60, null],
    ['passed', 180 * 60, 180 * 60],
    ['failed', 178 * 60, 178 * 60],
    ['failed', 0, 0],
    ['notExecuted', null, null],
  ] as const)('%s after %j s: %j', (result, measuredS, expected) => {
    expect(storedSeconds({ result, measuredS }, 180, facts)).toBe(expected)
  })
  it('stay as measured without a rated duration, and for types that measure seconds', () => {
    expect(storedSeconds({ result: 'passed', measuredS: 120 }, null, facts)).toBe(120)
    expect(storedSeconds({ result: 'passed', measuredS: 120 }, 180, { durationSteps: null })).toBe(120)
  })
})

it.each([
  [0, { is: 'under', seconds: 120 }],
  [120, undefined],
  [30_480, undefined],
  [30_600, { is: 'atLeast', seconds: 30_600 }],
  [null, undefined],
])('%j s in steps of 2 min up to 510 min means %j', (measured_s, expected) => {
  const measured = { ...outcome('failed', measured_s), rated_min: 60 }
  expect(measuredBoundOf(measured, { durationSteps: { stepS: 120, maxS: 30_600 } })).toEqual(expected)
  expect(measuredBoundOf(measured, { durationSteps: null })).toBeUndefined()
})

it.each([
  ['passed', 3600, 60, { is: 'atLeast', seconds: 3600 }],
  ['passed', 3601, 60, undefined],
  ['failed', 3600, 60, undefined],
  ['passed', 3600, null, undefined],
] as const)('%s after %i s of %j min means %j', (result, measured_s, rated_min, expected) => {
  expect(measuredBoundOf({ result, measured_s, rated_min }, { durationSteps: null })).toEqual(expected)
})

it('the test reason maps to a fault only where a part repairs it', () => {
  expect(faultOfTestReason('battery_duration')).toBe('battery_duration')
  expect(faultOfTestReason('battery_failure')).toBe('battery_test_failure')
  expect(faultOfTestReason('lamp_failure')).toBe('lamp_failure')
  for (const reason of ['communication', 'circuit_failure', null] as const) expect(faultOfTestReason(reason)).toBeNull()
})

describe('changes since the last test', () => {
  const createHistory = (
    lamp: string,
    now: LampTestHistory<string>['now'],
    found: LampTestHistory<string>['found'],
    before = found,
  ): LampTestHistory<string> => ({ lamp, now, found, before })
  const noFindings = { newlyFailed: [], stillFailing: [], mended: [], silent: [], median_s: null }

  it.each([
    ['newlyFailed', createHistory('a', outcome('failed'), outcome('passed'))],
    ['newlyFailed', createHistory('a', outcome('failed'), null)],
    ['stillFailing', createHistory('a', outcome('failed'), outcome('failed'))],
    // The lamp was not tested in between.
    [
      'stillFailing',
      createHistory('a', outcome('failed'), outcome('failed'), outcome('notExecuted', null, 'inhibited')),
    ],
    ['mended', createHistory('a', outcome('passed'), outcome('failed'))],
    ['silent', createHistory('a', outcome('notExecuted', null, 'no_result'), outcome('passed'))],
    ['silent', createHistory('a', outcome('notExecuted', null, 'lamp_unreachable'), outcome('failed'))],
  ] as const)('list a lamp as %s: %j', (group, lamp) => {
    expect(compareLamps([lamp])).toEqual({ ...noFindings, [group]: ['a'] })
  })

  it.each([
    createHistory('a', outcome('passed'), outcome('passed')),
    createHistory('a', outcome('passed'), null),
    createHistory('a', outcome('notExecuted', null, 'inhibited'), outcome('passed')),
    // The lamp was silent in the last test already.
    createHistory(
      'a',
      outcome('notExecuted', null, 'no_result'),
      outcome('passed'),
      outcome('notExecuted', null, 'no_result'),
    ),
    createHistory('a', outcome('notExecuted', null, 'no_result'), null),
  ])('list no lamp for %j', (lamp) => {
    expect(compareLamps([lamp])).toEqual(noFindings)
  })

  it('compare the median of lamps measured both times', () => {
    const lamps = [
      createHistory('a', outcome('passed', 4000), outcome('passed', 4100)),
      createHistory('b', outcome('passed', 4200), outcome('passed', 4400)),
      createHistory('c', outcome('passed', 9000), null),
      createHistory('d', outcome('notExecuted', 20), outcome('passed', 1)),
    ]
    expect(compareLamps(lamps).median_s).toEqual({ now: 4100, before: 4250 })
  })
})
