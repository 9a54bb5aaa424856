import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'

/** Contract words for the numbers and bits of wire.ts, in its order. */

export const lampErrors: readonly ReportedLampError[] = [
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
  'battery_test_failure',
  'battery_duration',
  'charger',
  'led_open',
  'led_short',
  'led_partial_short',
  'lamp_failure',
  'communication',
  'over_voltage',
  'under_voltage',
  'over_power',
  'under_power',
  'uv_tube',
  'programming',
  'duplicate_id',
  'wiring',
  'overload',
]

/** Bytes of a lamp without display, and why. All bits of the other bytes are shown. @internal */
export const hidden = {
  signal: 'docs/protocol/logicafm.md: strength of the radio signal. A lamp that it does not reach has the mode lost.',
  hops: 'docs/protocol/logicafm.md: nodes between unit and lamp, no state of the lamp.',
} as const

export const unitErrors: readonly UnitError[] = [
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
  'battery_test_failure',
  'charger',
  'fuse',
  'uart_1',
  'uart_2',
  'uart_3',
  'uart_4',
  'uart_5',
  'uart_6',
  'uart_7',
  'modem',
  'duplicate_lamp_ids',
]

export const unitWarnings: readonly UnitWarning[] = [
  'no_mains',
  'system_inhibited',
  'maintenance_needed',
  'fewer_lamps_than_configured',
  'more_lamps_than_configured',
  'clock_drift',
]

export const reasons: readonly (TestReason | null)[] = [
  null,
  'lamp_failure',
  'battery_failure',
  'battery_duration',
  'communication',
  'battery_charging',
  'inhibited',
  'other_test_running',
  'stopped_by_user',
  'mains_failure',
  'max_delay_exceeded',
  'lamp_unreachable',
  'no_result',
]

export const networkStates = ['none', 'inProgress', 'completed'] as const

export const functions = ['nonMaintained', 'maintained', 'switchable', null] as const

export const modes: readonly LampMode[] = [
  'normal',
  'emergency',
  'functionalTest',
  'autonomyTest',
  'rest',
  'inhibited',
  'unreachable',
]

export const testOutcomes = ['finished', 'stopped', 'mainsFailure'] as const
