import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { zoneOffsetMin } from '@vigilux/contract/kernel/zone-offset.ts'

/** The problem of a unit's clock, if any: another zone than the plant's, or an error beyond the tolerance. */
export function findClockProblem(
  unit: Pick<CentralUnit, 'cu_utc_offset' | 'findings'>,
  timeZone: string,
  now = new Date(),
): 'zone' | 'drift' | undefined {
  if (unit.cu_utc_offset !== null && unit.cu_utc_offset !== zoneOffsetMin(timeZone, now.getTime())) return 'zone'
  return unit.findings.includes('clock_wrong') ? 'drift' : undefined
}
