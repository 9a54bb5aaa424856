import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'

/** Contract words for the numbers and bits of wire.ts, in its order. */

export const detailErrors: readonly ReportedLampError[] = [
  'dali',
  'communication',
  'duplicate_id',
  'programming',
  'lamp_failure',
  'led_open',
  'led_short',
  'over_voltage',
  'under_voltage',
  'overload',
]

export const unitErrors: readonly UnitError[] = ['bus', 'dali', 'duplicate_lamp_ids']

export const unitWarnings: readonly UnitWarning[] = [
  'system_inhibited',
  'maintenance_needed',
  'fewer_lamps_than_configured',
  'more_lamps_than_configured',
]
