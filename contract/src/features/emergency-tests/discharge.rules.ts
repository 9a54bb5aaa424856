import type { LampMode } from '../lamps/lamp.ts'
import { interruptions } from './lost-test.rules.ts'
import type { TestReason, TestResultValue } from './test-run.ts'

/** A lamp whose battery lasts less than this has a fault, whatever it is rated for. Specification section 8. */
export const minBatteryDurationS = 30

/** Hours after a discharge in which an autonomy test is asked about first, whatever the profile of the plant asks for. */
export const confirmDischargeHours = 24

/** What a discharge says of the battery: that it lasted less than {@link minBatteryDurationS}, or longer; null where it shows neither. */
export type DischargeVerdict = 'short' | 'lasted' | null

/** Why a test failed that the battery is not to blame for: how long the lamp was lit says nothing of it. */
const nonBatteryReasons: ReadonlySet<TestReason | null> = new Set<TestReason>([
  'lamp_failure',
  'circuit_failure',
  'communication',
  'lamp_unreachable',
  'no_result',
  'unit_removed',
  ...interruptions,
])

/** Of a test: a lamp that passed in less may have been tested for less. */
export const dischargeOfTest = (found: {
  result: TestResultValue
  reason: TestReason | null
  measuredS: number | null
}): DischargeVerdict => {
  if (found.result === 'notExecuted' || found.measuredS === null) return null
  if (found.measuredS >= minBatteryDurationS) return 'lasted'
  return found.result === 'failed' && !nonBatteryReasons.has(found.reason) ? 'short' : null
}

/**
 * Of a mains failure: a lamp that was lit by its battery and answers no more while mains is away is out. One that is in any
 * other mode has mains again, or was put out by intent. The seconds are since mains failed.
 */
export const dischargeInMainsFailure = ({
  mode,
  lastedS,
}: {
  mode: LampMode | null
  lastedS: number
}): DischargeVerdict =>
  mode !== 'unreachable' || lastedS < 0 ? null : lastedS < minBatteryDurationS ? 'short' : 'lasted'
