import { expect, it } from 'vitest'
import type { LampMode } from '../lamps/lamp.ts'
import { dischargeInMainsFailure, dischargeOfTest, minBatteryDurationS } from './discharge.rules.ts'
import type { TestReason, TestResultValue } from './test-run.ts'

it('a battery must last at least 30 s', () => {
  expect(minBatteryDurationS).toBe(30)
})

it.each<{ result: TestResultValue; reason: TestReason | null; measuredS: number | null; expected: string | null }>([
  { result: 'failed', reason: 'battery_duration', measuredS: 29, expected: 'short' },
  { result: 'failed', reason: 'battery_failure', measuredS: 0, expected: 'short' },
  { result: 'failed', reason: null, measuredS: 29, expected: 'short' },
  { result: 'failed', reason: 'battery_duration', measuredS: 30, expected: 'lasted' },
  { result: 'failed', reason: 'battery_duration', measuredS: 1700, expected: 'lasted' },
  { result: 'failed', reason: 'lamp_failure', measuredS: 2, expected: null },
  { result: 'failed', reason: 'circuit_failure', measuredS: 2, expected: null },
  { result: 'failed', reason: 'battery_duration', measuredS: null, expected: null },
  { result: 'passed', reason: null, measuredS: 20, expected: null },
  { result: 'passed', reason: null, measuredS: 60, expected: 'lasted' },
  { result: 'notExecuted', reason: 'stopped_by_user', measuredS: 10, expected: null },
])('a test that $result for $reason after $measuredS s shows $expected for the battery', ({ expected, ...found }) => {
  expect(dischargeOfTest(found, { durationSteps: null })).toBe(expected)
})

it.each([
  { measuredS: 0, expected: null },
  { measuredS: 120, expected: 'lasted' },
  { measuredS: 30_600, expected: 'lasted' },
])('steps of 2 min: a failed test after $measuredS s shows $expected for the battery', ({ measuredS, expected }) => {
  const durationSteps = { stepS: 120, maxS: 30_600 }
  expect(dischargeOfTest({ result: 'failed', reason: 'battery_duration', measuredS }, { durationSteps })).toBe(expected)
})

it.each<{ mode: LampMode | null; lastedS: number; expected: string | null }>([
  { mode: 'unreachable', lastedS: 0, expected: 'short' },
  { mode: 'unreachable', lastedS: 29, expected: 'short' },
  { mode: 'unreachable', lastedS: 30, expected: 'lasted' },
  { mode: 'unreachable', lastedS: -1, expected: null },
  { mode: 'normal', lastedS: 10, expected: null },
  { mode: 'rest', lastedS: 10, expected: null },
  { mode: 'emergency', lastedS: 10, expected: null },
  { mode: null, lastedS: 10, expected: null },
])('a lamp in $mode $lastedS s after a mains failure shows $expected for the battery', ({ expected, ...found }) => {
  expect(dischargeInMainsFailure(found)).toBe(expected)
})
