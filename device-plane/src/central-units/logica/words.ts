import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { missingResultReasons } from '../../gear-unit.ts'

/** Contract words for the numbers and bits of wire.ts, in its order. */

export const detailErrors: readonly ReportedLampError[] = [
  'battery_not_connected',
  'battery_short',
  'led_open',
  'led_short',
  'led_partial_short',
  'dali',
  'communication',
  'over_voltage',
  'under_voltage',
  'over_power',
  'under_power',
  'polarity',
  'programming',
  'duplicate_id',
  'wiring',
  'overload',
]

export const unitErrors: readonly UnitError[] = [
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
  'battery_test_failure',
  'charger',
  'fuse',
  'isolation',
  'bus',
  'dali',
  'over_voltage',
  'under_voltage',
  'overload',
  'wiring',
  'duplicate_lamp_ids',
]

export const unitWarnings: readonly UnitWarning[] = [
  'no_mains',
  'no_phase_1',
  'no_phase_2',
  'no_phase_3',
  'system_inhibited',
  'chargers_off_by_temperature',
  'maintenance_needed',
  'fewer_lamps_than_configured',
  'more_lamps_than_configured',
  'more_than_128_lamps',
]

export const reasons: readonly (TestReason | null)[] = [
  null,
  'lamp_failure',
  'battery_failure',
  'battery_duration',
  'circuit_failure',
  ...missingResultReasons,
]
