import type { UnitTypeFacts } from '../central-units/central-unit.ts'
import type { LampMode } from '../lamps/lamp.ts'
import { interruptions } from './lost-test.rules.ts'
import type { TestReason, TestResultValue } from './test-run.ts'

/**
 * Minimum battery duration in seconds; below it a lamp has a fault whatever its rated duration (specification, section
 * 8).
 */
export const minBatteryDurationS = 30

/** Hours after a discharge during which an autonomy test requires confirmation, whatever the plant's profile. */
export const confirmDischargeHours = 24

/**
 * Battery duration shown by a discharge: below {@link minBatteryDurationS}, or at least equal to it; null if it shows
 * neither.
 */
export type DischargeVerdict = 'short' | 'lasted' | null

/** Reasons of failed tests independent of the battery; their lit time is no evidence about it. */
const nonBatteryReasons: ReadonlySet<TestReason | null> = new Set<TestReason>([
  'lamp_failure',
  'circuit_failure',
  'communication',
  'lamp_unreachable',
  'no_result',
  'unit_removed',
  ...interruptions,
])

/** Whether a type's steps are fine enough to show a battery duration below {@link minBatteryDurationS}. */
export const measuresShortDischarge = ({ durationSteps }: Pick<UnitTypeFacts, 'durationSteps'>): boolean =>
  durationSteps === null || durationSteps.stepS <= minBatteryDurationS

/** Verdict of a test. A lamp passed in less time may have had a shorter test. */
export const dischargeOfTest = (
  found: { result: TestResultValue; reason: TestReason | null; measuredS: number | null },
  facts: Pick<UnitTypeFacts, 'durationSteps'>,
): DischargeVerdict => {
  if (found.result === 'notExecuted' || found.measuredS === null) return null
  if (found.measuredS >= minBatteryDurationS) return 'lasted'
  if (!measuresShortDischarge(facts)) return null
  return found.result === 'failed' && !nonBatteryReasons.has(found.reason) ? 'short' : null
}

/**
 * Verdict of a mains failure; seconds count from its start. A lamp on battery which falls silent during the failure
 * went out. A lamp in any other mode has mains again, or was switched off intentionally.
 */
export const dischargeInMainsFailure = ({
  mode,
  lastedS,
}: {
  mode: LampMode | null
  lastedS: number
}): DischargeVerdict =>
  mode !== 'unreachable' || lastedS < 0 ? null : lastedS < minBatteryDurationS ? 'short' : 'lasted'
