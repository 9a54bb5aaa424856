import { expect, it } from 'vitest'
import type { LampMode } from '../lamps/lamp.ts'
import { dischargeInMainsFailure, dischargeOfTest, minBatteryDurationS } from './discharge.rules.ts'
import type { TestReason, TestResultValue } from './test-run.ts'

it('calls a battery that lasts less than 30 s a fault', () => {
  expect(minBatteryDurationS).toBe(30)
})

it.each<{ result: TestResultValue; reason: TestReason | null; measuredS: number | null; is: string | null }>([
  { result: 'failed', reason: 'battery_duration', measuredS: 29, is: 'short' },
  { result: 'failed', reason: 'battery_failure', measuredS: 0, is: 'short' },
  { result: 'failed', reason: null, measuredS: 29, is: 'short' },
  { result: 'failed', reason: 'battery_duration', measuredS: 30, is: 'lasted' },
  { result: 'failed', reason: 'battery_duration', measuredS: 1700, is: 'lasted' },
  { result: 'failed', reason: 'lamp_failure', measuredS: 2, is: null },
  { result: 'failed', reason: 'circuit_failure', measuredS: 2, is: null },
  { result: 'failed', reason: 'battery_duration', measuredS: null, is: null },
  { result: 'passed', reason: null, measuredS: 20, is: null },
  { result: 'passed', reason: null, measuredS: 60, is: 'lasted' },
  { result: 'notExecuted', reason: 'stopped_by_user', measuredS: 10, is: null },
])('a test that $result for $reason after $measuredS s says $is of the battery', ({ is: expected, ...found }) => {
  expect(dischargeOfTest(found)).toBe(expected)
})

it.each<{ mode: LampMode | null; lastedS: number; is: string | null }>([
  { mode: 'unreachable', lastedS: 0, is: 'short' },
  { mode: 'unreachable', lastedS: 29, is: 'short' },
  { mode: 'unreachable', lastedS: 30, is: 'lasted' },
  { mode: 'unreachable', lastedS: -1, is: null },
  { mode: 'normal', lastedS: 10, is: null },
  { mode: 'rest', lastedS: 10, is: null },
  { mode: 'emergency', lastedS: 10, is: null },
  { mode: null, lastedS: 10, is: null },
])('a lamp that is $mode $lastedS s after mains failed says $is of the battery', ({ is: expected, ...found }) => {
  expect(dischargeInMainsFailure(found)).toBe(expected)
})
