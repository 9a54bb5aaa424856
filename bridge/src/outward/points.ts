import type { UnitError } from '@vigilux/contract/features/central-units/central-unit.ts'
import { connectionStates } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { type LampMode, lampModes } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampFaultCatalogue } from '@vigilux/contract/features/lamps/lamp-faults.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { FaultPart } from '@vigilux/contract/features/plants/fault.ts'
import type { LampState, PlantState, UnitState } from './plant-state.ts'

/**
 * The points of a plant, its units and its lamps. Each interface projects these tables. The position of a point in its
 * table is its address in the interfaces: add points at the end only.
 */

type Common = {
  id: string
  /** The name for people. */
  name: string
  /** The value says whether the device answers, so it is known while the device does not. */
  isContact?: true
}
export type BinaryPoint<Of> = Common & {
  kind: 'binary'
  /** Whether `true` is an alarm. */
  isAlarm: boolean
  read(of: Of): boolean | null
  /** Whether all parts of the sum are known. Otherwise only `true` is reliable. */
  isComplete?(of: Of): boolean
}
export type StatePoint<Of> = Common & {
  kind: 'state'
  states: readonly string[]
  read(of: Of): string | null
  /** Whether a program with the scope `operate` may write it. */
  isWritable?: true
}
export type NumberPoint<Of> = Common & { kind: 'number'; unit: 'count' | 'percent'; read(of: Of): number | null }
export type TimePoint<Of> = Common & { kind: 'time'; read(of: Of): Date | null }
export type Point<Of> = BinaryPoint<Of> | StatePoint<Of> | NumberPoint<Of> | TimePoint<Of>

/** Why a value is not reliable. `noContact`: the device does not answer. `noPlatform`: the platform does not. */
export type Reliability = 'reliable' | 'noContact' | 'noPlatform' | 'neverReported'
export type Reading = { value: boolean | string | number | Date | null; reliability: Reliability }

const count = <T>(items: readonly T[], matches: (item: T) => boolean): number => items.filter(matches).length

const hasFault = ({ errors }: LampState): boolean => errors.length > 0
const isFaulty = (unit: UnitState): boolean => unit.unit.errors.length > 0 || unit.unit.findings.length > 0
const isEnrolled = ({ unit }: UnitState): boolean => unit.connection !== 'notAcquired'
const isKnown = (lamp: LampState): boolean => isReporting(lamp) && lamp.mode !== null
const isReporting = (lamp: LampState): boolean => lamp.mode !== 'unreachable' && lamp.unit.unit.cu_connected
const hasFaultOf =
  (...parts: FaultPart[]) =>
  ({ errors }: LampState): boolean =>
    errors.some((code) => parts.includes(lampFaultCatalogue[code].part))
const hasBatteryFault = hasFaultOf('battery', 'charger')
const unitBatteryErrors: readonly UnitError[] = [
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
  'battery_test_failure',
  'charger',
]
const darkModes: readonly (LampMode | null)[] = ['inhibited', 'rest']

const binary = <Of>(id: string, name: string, read: BinaryPoint<Of>['read'], isAlarm = true): BinaryPoint<Of> => ({
  kind: 'binary',
  id,
  name,
  isAlarm,
  read,
})
const number = <Of>(id: string, name: string, read: NumberPoint<Of>['read']): NumberPoint<Of> => ({
  kind: 'number',
  id,
  name,
  unit: 'count',
  read,
})

export const plantPoints: readonly Point<PlantState>[] = [
  { kind: 'state', id: 'condition', name: 'Condition', states: conditions, read: ({ condition }) => condition },
  {
    ...binary<PlantState>('fault', 'Fault', (plant) => plant.lamps.some(hasFault) || plant.units.some(isFaulty)),
    isComplete: (plant) =>
      plant.units.filter(isEnrolled).every(({ unit }) => unit.cu_connected) && plant.lamps.every(isKnown),
  },
  number('lamps', 'Lamps', ({ lamps }) => lamps.length),
  number('lamps-with-fault', 'Lamps with a fault', (plant) => count(plant.lamps, hasFault)),
  number('lamps-not-reporting', 'Lamps not reporting', (plant) => count(plant.lamps, (lamp) => !isReporting(lamp))),
  number('lamps-on-battery', 'Lamps on battery', (plant) => count(plant.lamps, ({ mode }) => mode === 'emergency')),
  number('lamps-inhibited', 'Lamps inhibited', (plant) => count(plant.lamps, ({ mode }) => darkModes.includes(mode))),
  number('lamps-never-reported', 'Lamps never reported', (plant) =>
    count(plant.lamps, ({ mode, errors }) => mode === null && errors.length === 0),
  ),
  number('units', 'Units', (plant) => count(plant.units, isEnrolled)),
  number('units-connected', 'Units connected', (plant) => count(plant.units, ({ unit }) => unit.cu_connected)),
  number('units-with-fault', 'Units with a fault', (plant) => count(plant.units, isFaulty)),
  number('tests-running', 'Tests running', (plant) => count(plant.units, ({ test }) => test !== null)),
]

export const testStates = ['none', 'functionalTest', 'autonomyTest'] as const
const stateOfTest = (test: TestKind | null): (typeof testStates)[number] => (test ? `${test}Test` : 'none')

const contactOfUnit: StatePoint<UnitState> = {
  kind: 'state',
  id: 'connection',
  name: 'Connection',
  states: connectionStates,
  isContact: true,
  read: ({ unit }) => unit.connection,
}
const unitTest: StatePoint<UnitState> = {
  kind: 'state',
  id: 'test',
  name: 'Test',
  states: testStates,
  isWritable: true,
  read: ({ test }) => stateOfTest(test),
}

export const unitPoints: readonly Point<UnitState>[] = [
  contactOfUnit,
  binary('fault', 'Fault', isFaulty),
  binary('warning', 'Warning', ({ unit }) => unit.warnings.length > 0),
  binary('on-battery', 'Mains failure', ({ unit }) => unit.on_battery),
  binary('inhibited', 'Inhibited', ({ unit }) => unit.inhibition !== null),
  {
    ...binary<UnitState>('lamp-fault', 'Lamp fault', ({ lamps }) => lamps.some(hasFault)),
    isComplete: ({ lamps }) => lamps.every(isKnown),
  },
  {
    ...binary<UnitState>(
      'battery-fault',
      'Battery fault',
      ({ unit, lamps }) => unit.errors.some((code) => unitBatteryErrors.includes(code)) || lamps.some(hasBatteryFault),
    ),
    isComplete: ({ lamps }) => lamps.every(isKnown),
  },
  unitTest,
  number('lamps', 'Lamps', ({ lamps }) => lamps.length),
  number('lamps-with-fault', 'Lamps with a fault', ({ lamps }) => count(lamps, hasFault)),
  number('lamps-not-reporting', 'Lamps not reporting', ({ lamps }) => count(lamps, (lamp) => !isReporting(lamp))),
  number('functional-tests-failed', 'Lamps with a failed functional test', ({ lamps }) =>
    count(lamps, ({ errors }) => errors.includes('functional_test_failed')),
  ),
  number('autonomy-tests-failed', 'Lamps with a failed autonomy test', ({ lamps }) =>
    count(lamps, ({ errors }) => errors.includes('autonomy_test_failed')),
  ),
  { kind: 'time', id: 'next-functional-test', name: 'Next functional test', read: ({ next }) => next.functional },
  { kind: 'time', id: 'next-autonomy-test', name: 'Next autonomy test', read: ({ next }) => next.autonomy },
]

const contactOfLamp: BinaryPoint<LampState> = {
  kind: 'binary',
  id: 'not-reporting',
  name: 'Not reporting',
  isAlarm: true,
  isContact: true,
  read: (lamp) => !isReporting(lamp),
}

export const lampPoints: readonly Point<LampState>[] = [
  binary('fault', 'Fault', hasFault),
  contactOfLamp,
  binary('battery-fault', 'Battery fault', hasBatteryFault),
  binary('light-source-fault', 'Light source fault', hasFaultOf('lightSource', 'driver')),
  binary('functional-test-failed', 'Functional test failed', ({ errors }) => errors.includes('functional_test_failed')),
  binary('autonomy-test-failed', 'Autonomy test failed', ({ errors }) => errors.includes('autonomy_test_failed')),
  binary('on-battery', 'On battery', ({ mode }) => mode === 'emergency'),
  binary('inhibited', 'Inhibited', ({ mode }) => darkModes.includes(mode)),
  { kind: 'state', id: 'mode', name: 'Mode', states: lampModes, read: ({ mode }) => mode },
  { kind: 'number', id: 'battery', name: 'Battery charge', unit: 'percent', read: ({ battery }) => battery },
]

const readPoint = <Of>(point: Point<Of>, of: Of, isLive: boolean, hasContact: boolean): Reading => {
  const value = point.read(of)
  if (!isLive) return { value, reliability: 'noPlatform' }
  if (!hasContact && !point.isContact) return { value, reliability: 'noContact' }
  if (point.kind === 'binary' && value === false && point.isComplete?.(of) === false)
    return { value, reliability: 'noContact' }
  return { value, reliability: value === null ? 'neverReported' : 'reliable' }
}

export const readPlantPoint = (point: Point<PlantState>, plant: PlantState): Reading =>
  readPoint(point, plant, plant.isLive, true)

export const readUnitPoint = (point: Point<UnitState>, unit: UnitState): Reading =>
  readPoint(point, unit, unit.plant.isLive, unit.unit.cu_connected)

/** A lamp without any report has no reliable value: no fault is known, but none is excluded. */
export const readLampPoint = (point: Point<LampState>, lamp: LampState): Reading => {
  const reading = readPoint(point, lamp, lamp.unit.plant.isLive, isReporting(lamp))
  const isSilent = reading.reliability === 'reliable' && lamp.mode === null && !point.isContact
  return isSilent ? { ...reading, reliability: 'neverReported' } : reading
}

const hourMs = 3_600_000
/** Hours until a time, for interfaces without times: 0 once it has passed. */
export const hoursUntil = (time: Date, now: Date): number =>
  Math.max(0, Math.ceil((time.getTime() - now.getTime()) / hourMs))
