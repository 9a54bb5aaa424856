import type { TestKind, TestReason, TestResultValue } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ReportedLamp } from './central-unit-type.ts'
import {
  durationStepS,
  emergencyModeBit,
  emergencyStatusBit,
  failureStatusBits,
  featureBit,
  fullScale,
  mask,
} from './emergency-gear.wire.ts'

/** Meaning of the bytes of self-contained emergency gear (IEC 62386-202), for every unit type with such gear. */

const isSet = (byte: number, bit: number): boolean => (byte & bit) !== 0

/** Faults by bit of FAILURE STATUS; null for bits in {@link hiddenGearBits}. */
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

/**
 * Bits without effect on a lamp's shown state, and why. The other bits are errors or determine mode and function.
 * @internal
 */
export const hiddenGearBits = {
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

const oneMode = Object.values(emergencyModeBit)
  .filter((bit) => bit <= emergencyModeBit.durationTest)
  .reduce((all, bit) => all | bit, 0)

/** Mode of a lamp. While inhibited, gear reports the mode normal and the inhibition in its status. */
export const modeOfGear = (mode: number, status: number): LampMode => {
  if (mode === 0) return 'unreachable'
  const isInhibited = isSet(mode, emergencyModeBit.hardwiredInhibit) || isSet(status, emergencyStatusBit.inhibited)
  switch (mode & oneMode) {
    case emergencyModeBit.rest:
      return 'rest'
    case emergencyModeBit.normal:
      return isInhibited ? 'inhibited' : 'normal'
    case emergencyModeBit.emergency:
    case emergencyModeBit.extendedEmergency:
      return 'emergency'
    case emergencyModeBit.functionTest:
      return 'functionalTest'
    case emergencyModeBit.durationTest:
      return 'autonomyTest'
    default:
      throw new RangeError(`emergency mode 0x${mode.toString(16)} is not one mode`)
  }
}

export const functionOfGear = (features: number): ReportedLamp['function'] => {
  if (isSet(features, featureBit.switchedMaintained)) return 'switchable'
  return isSet(features, featureBit.maintained) ? 'maintained' : 'nonMaintained'
}

/** Percent of a battery charge or level; null if unknown. */
export const percentOfGear = (value: number): number | null =>
  value === mask ? null : Math.round((value / fullScale) * 100)

/** Rated duration in minutes; 510 means "or more". Null for gear without one. */
export const ratedMinOfGear = (rated: number): number | null => (rated > 0 ? (rated * durationStepS) / 60 : null)

/**
 * Duration of a DURATION TEST RESULT in seconds, rounded down to its step: 0 means less than 2 min, and the highest
 * value "or more".
 */
export const durationOfGear = (result: number): number => result * durationStepS

type TestBits = { done: number; pending: number; delayed: number; failed: number }
const failureBit = (name: (typeof failureStatusBits)[number]): number => 1 << failureStatusBits.indexOf(name)
const testBits: Record<TestKind, TestBits> = {
  functional: {
    done: emergencyStatusBit.functionResultValid,
    pending: emergencyStatusBit.functionPending,
    delayed: failureBit('functionTestDelayed'),
    failed: failureBit('functionTestFailed'),
  },
  autonomy: {
    done: emergencyStatusBit.durationResultValid,
    pending: emergencyStatusBit.durationPending,
    delayed: failureBit('durationTestDelayed'),
    // Gear whose battery fell short may set either.
    failed: failureBit('durationTestFailed') | failureBit('batteryDuration'),
  },
}

/** Reasons of a failed test by bit of FAILURE STATUS, the most telling first. */
const failureReasons: readonly [number, TestReason][] = [
  [failureBit('lamp'), 'lamp_failure'],
  [failureBit('battery'), 'battery_failure'],
  [failureBit('circuit'), 'circuit_failure'],
]

const reasonOfFailure = (kind: TestKind, failure: number): TestReason | null => {
  if (kind === 'autonomy' && isSet(failure, failureBit('batteryDuration'))) return 'battery_duration'
  return failureReasons.find(([bit]) => isSet(failure, bit))?.[1] ?? null
}

/**
 * Result of the last test of this kind. Only a set done flag makes a result; a pending, delayed or broken-off test is
 * not executed. Reset the flag before each test, because it stays from one test to the next.
 */
export const resultOfGear = (
  kind: TestKind,
  { status, failure }: { status: number; failure: number },
): { result: TestResultValue; reason: TestReason | null } => {
  const bits = testBits[kind]
  if (isSet(status, bits.pending) || !isSet(status, bits.done)) {
    const reason = isSet(failure, bits.delayed) ? 'max_delay_exceeded' : 'no_result'
    return { result: 'notExecuted', reason }
  }
  return isSet(failure, bits.failed)
    ? { result: 'failed', reason: reasonOfFailure(kind, failure) }
    : { result: 'passed', reason: null }
}

/** Why a requested test waits: for a full battery, or for its delay. Null if none of this kind waits. */
export const pendingTestOfGear = (kind: TestKind, status: number): 'charging' | 'delay' | null => {
  if (!isSet(status, testBits[kind].pending)) return null
  return isSet(status, emergencyStatusBit.batteryFull) ? 'delay' : 'charging'
}
