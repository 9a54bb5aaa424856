import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { measuredBoundOf } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { DevicePort } from '../../ports/device.ts'

/** How the type of this unit measures durations; an obsolete type measured seconds. */
export const durationFactsOf = ({ types }: DevicePort, unit: string): Pick<UnitTypeFacts, 'durationSteps'> =>
  types[parseUnitId(unit)?.cuType ?? '']?.facts ?? { durationSteps: null }

/** The result, with the meaning of an inexact duration. */
export const withMeasuredBound = <
  Result extends Pick<TestResult, 'result' | 'measured_s' | 'rated_min' | 'measured_bound'>,
>(
  devices: DevicePort,
  unit: string,
  result: Result,
): Result => {
  const bound = measuredBoundOf(result, durationFactsOf(devices, unit))
  return bound ? { ...result, measured_bound: bound } : result
}
