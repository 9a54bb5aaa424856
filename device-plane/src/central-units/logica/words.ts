import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'

/** Contract words for the numbers and bits of wire.ts, in its order. */

/** By bit of the failure status; null for bits in {@link hidden}. */
export const failureErrors: readonly (ReportedLampError | null)[] = [
  'charger',
  'battery_duration',
  'battery_low_voltage',
  'lamp_failure',
  null,
  null,
  'functional_test_failed',
  'battery_test_failure',
]

const unfinishedTest =
  'IEC 62386-202, QUERY FAILURE STATUS: the test has not been done in time. Its result reports max_delay_exceeded.'
const resultValid = 'IEC 62386-202, QUERY EMERGENCY STATUS: a result can be read. The unit reports it as a record.'
const pending = 'IEC 62386-202, QUERY EMERGENCY STATUS: a test is requested. It is reported when it begins.'
const gearAbility = 'IEC 62386-202, QUERY FEATURES: an ability of the gear, no state.'

/** Bits of the status bytes that are not shown, and why. The other bits are errors or determine mode and function. @internal */
export const hidden = {
  mode: {
    hardwiredSwitch: 'IEC 62386-202, QUERY EMERGENCY MODE: a switch input is on. It changes the light, not the mode.',
  },
  status: {
    functionResultValid: resultValid,
    durationResultValid: resultValid,
    batteryFull: 'IEC 62386-202, QUERY EMERGENCY STATUS: the charge is shown in percent.',
    functionPending: pending,
    durationPending: pending,
    identifying: 'IEC 62386-202, QUERY EMERGENCY STATUS: the lamp blinks because a person asked for it.',
    physicallySelected: 'IEC 62386-202, QUERY EMERGENCY STATUS: a step of addressing, no state of the lamp.',
  },
  failure: { functionTestDelayed: unfinishedTest, durationTestDelayed: unfinishedTest },
  features: {
    integral: gearAbility,
    autoTest: gearAbility,
    adjustableLevel: gearAbility,
    hardwiredInhibit: gearAbility,
    physicalSelection: gearAbility,
    relightInRest: gearAbility,
  },
} as const

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

export const parities = [null, 'odd', 'even'] as const

export const testOutcomes = ['finished', 'stopped', 'mainsFailure'] as const
