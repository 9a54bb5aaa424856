import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type * as wire from './wire.ts'

/** Contract words for the words of wire.ts. */

export const unitErrors: Record<(typeof wire.unitFaults)[number], UnitError> = {
  'battery-low': 'battery_low_voltage',
  'battery-missing': 'battery_not_connected',
  'battery-short': 'battery_short',
  'battery-test': 'battery_test_failure',
  charger: 'charger',
  fuse: 'fuse',
  'uart-1': 'uart_1',
  'uart-2': 'uart_2',
  'uart-3': 'uart_3',
  'uart-4': 'uart_4',
  'uart-5': 'uart_5',
  'uart-6': 'uart_6',
  'uart-7': 'uart_7',
  modem: 'modem',
  wiring: 'wiring',
  'duplicate-ids': 'duplicate_lamp_ids',
}

export const unitWarnings: Record<(typeof wire.unitWarnings)[number], UnitWarning> = {
  'no-mains': 'no_mains',
  inhibited: 'system_inhibited',
  maintenance: 'maintenance_needed',
  'fewer-lamps': 'fewer_lamps_than_configured',
  'more-lamps': 'more_lamps_than_configured',
  'more-than-128': 'more_than_128_lamps',
  clock: 'clock_drift',
}

export const lampErrors: Record<(typeof wire.lampFaults)[number], ReportedLampError> = {
  'battery-low': 'battery_low_voltage',
  'battery-missing': 'battery_not_connected',
  'battery-short': 'battery_short',
  'battery-test': 'battery_test_failure',
  'battery-duration': 'battery_duration',
  charger: 'charger',
  'led-open': 'led_open',
  'led-short': 'led_short',
  'led-partial': 'led_partial_short',
  lamp: 'lamp_failure',
  dali: 'dali',
  'no-answer': 'communication',
  'over-voltage': 'over_voltage',
  'under-voltage': 'under_voltage',
  'over-power': 'over_power',
  'under-power': 'under_power',
  'uv-tube': 'uv_tube',
  polarity: 'polarity',
  programming: 'programming',
  'duplicate-id': 'duplicate_id',
  wiring: 'wiring',
  overload: 'overload',
}

export const modes: Record<(typeof wire.lampModes)[number], LampMode> = {
  idle: 'normal',
  battery: 'emergency',
  inhibited: 'inhibited',
  rest: 'rest',
  'test-f': 'functionalTest',
  'test-a': 'autonomyTest',
  gone: 'unreachable',
}

export const reasons: Record<(typeof wire.reasons)[number], TestReason> = {
  lamp: 'lamp_failure',
  battery: 'battery_failure',
  duration: 'battery_duration',
  circuit: 'circuit_failure',
  communication: 'communication',
  charging: 'battery_charging',
  inhibited: 'inhibited',
  'other-test': 'other_test_running',
  stopped: 'stopped_by_user',
  mains: 'mains_failure',
  delay: 'max_delay_exceeded',
  gone: 'lamp_unreachable',
  'none-heard': 'no_result',
}

export const lampTypes = {
  emergency: 'emergency',
  light: 'lighting',
  sensor: 'sensor',
  io: 'io',
  other: 'other',
} as const
export const functions = { m: 'maintained', nm: 'nonMaintained', sw: 'switchable' } as const
export const networkStates = { none: 'none', busy: 'inProgress', done: 'completed' } as const
export const tests = { f: 'functional', a: 'autonomy' } as const
export const triggers = { cloud: 'user', self: 'automatic', keys: 'local' } as const
export const results = { ok: 'passed', failed: 'failed', skipped: 'notExecuted' } as const
export const outcomes = { finished: 'finished', stopped: 'stopped', mains: 'mainsFailure' } as const
