import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type {
  allowedWords,
  LampAlarm,
  lampCircuits,
  lampStates,
  reasonWords,
  SystemAlarm,
  SystemWarning,
  sceneOutcomeWords,
} from './wire.ts'

/** Contract words for the codes of wire.ts. */

export const unitErrors: Record<SystemAlarm, UnitError> = {
  A01: 'battery_low_voltage',
  A02: 'battery_not_connected',
  A03: 'battery_short',
  A04: 'battery_test_failure',
  A10: 'charger',
  A11: 'fuse',
  A20: 'isolation',
  A21: 'insulation',
  A30: 'bus',
  A31: 'modem',
  A40: 'over_voltage',
  A41: 'under_voltage',
  A42: 'over_power',
  A43: 'under_power',
  A44: 'polarity',
  A45: 'wiring',
  A46: 'overload',
  A50: 'duplicate_lamp_ids',
  A60: 'communication_ak',
  A61: 'communication_akext',
  A62: 'communication_io',
  A63: 'communication_llsa',
  A64: 'communication_lssa',
  A65: 'communication_switch_11kw',
  A66: 'communication_substation',
}

export const unitWarnings: Record<SystemWarning, UnitWarning> = {
  W01: 'no_mains',
  W02: 'no_phase_1',
  W03: 'no_phase_2',
  W04: 'no_phase_3',
  W10: 'system_inhibited',
  W11: 'chargers_off_by_temperature',
  W12: 'maintenance_needed',
  W20: 'fewer_lamps_than_configured',
  W21: 'more_lamps_than_configured',
  W22: 'more_than_128_lamps',
  W30: 'clock_drift',
}

export const lampErrors: Record<LampAlarm, ReportedLampError> = {
  L01: 'battery_low_voltage',
  L02: 'battery_not_connected',
  L03: 'battery_short',
  L04: 'battery_test_failure',
  L05: 'battery_duration',
  L10: 'charger',
  L20: 'led_open',
  L21: 'led_short',
  L22: 'led_partial_short',
  L23: 'lamp_failure',
  L24: 'uv_tube',
  L30: 'dali',
  L31: 'communication',
  L40: 'over_voltage',
  L41: 'under_voltage',
  L42: 'over_power',
  L43: 'under_power',
  L44: 'polarity',
  L45: 'wiring',
  L46: 'overload',
  L50: 'programming',
  L51: 'duplicate_id',
}

export const modes: Record<(typeof lampStates)[number], LampMode> = {
  MAINS: 'normal',
  BATTERY: 'emergency',
  INHIBITED: 'inhibited',
  REST: 'rest',
  FTEST: 'functionalTest',
  DTEST: 'autonomyTest',
  LOST: 'unreachable',
}

export const functions: Record<(typeof lampCircuits)[number], 'maintained' | 'nonMaintained' | 'switchable'> = {
  DS: 'maintained',
  BS: 'nonMaintained',
  SDS: 'switchable',
}

export const reasons: Record<(typeof reasonWords)[number], TestReason> = {
  LAMP: 'lamp_failure',
  BATTERY: 'battery_failure',
  DURATION: 'battery_duration',
  CIRCUIT: 'circuit_failure',
  COMMUNICATION: 'communication',
  CHARGING: 'battery_charging',
  INHIBITED: 'inhibited',
  OTHER_TEST: 'other_test_running',
  PERSON: 'stopped_by_user',
  MAINS: 'mains_failure',
  DELAY: 'max_delay_exceeded',
  LOST: 'lamp_unreachable',
  NO_RESULT: 'no_result',
}

export const lampTypes = {
  EMERGENCY: 'emergency',
  LIGHT: 'lighting',
  SENSOR: 'sensor',
  IO: 'io',
  OTHER: 'other',
} as const
export const networkStates = { NONE: 'none', RUNNING: 'inProgress', READY: 'completed' } as const
export const sides = { ODD: 'odd', EVEN: 'even' } as const
export const tests = { FUNCTION: 'functional', DURATION: 'autonomy' } as const
export const triggers = { PERSON: 'user', SYSTEM: 'automatic', PANEL: 'local' } as const
export const results = { OK: 'passed', NOK: 'failed', OUT: 'notExecuted' } as const
export const outcomes = { COMPLETE: 'finished', STOPPED: 'stopped', MAINS_FAILURE: 'mainsFailure' } as const

export const allowedBy: Record<(typeof allowedWords)[number], InhibitionEnd> = {
  TIMER: 'time',
  COMMAND: 'command',
  RESTART: 'restart',
  SWITCH: 'switch',
}

export const sceneOutcomes: Record<(typeof sceneOutcomeWords)[number], SceneOutcome> = {
  SET: 'set',
  NO_LAMPS: 'noLamps',
  MISSED: 'missed',
}
