import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import {
  durationStepS,
  emergencyModeBit,
  emergencyStatusBit,
  failureStatusBits,
  featureBit,
  fullScale,
  mask,
} from '@vigilux/device-plane/emergency-gear.wire.ts'
import type { createGearUnitWire } from '@vigilux/device-plane/gear-unit.wire.ts'
import type { z } from 'zod'
import { bitsOf, namesIn } from '../core/bits.ts'
import { productCodeOf } from '../core/lamp-products.ts'
import type { LampReading, OrderReaders, UnitEvent, UnitFace, UnitWire } from '../core/unit-wire.ts'

/** Shared behaviour of simulated units whose lamps are gear of IEC 62386-202. */

type Wire = ReturnType<typeof createGearUnitWire>
type TestStart = { testId: string; letter: 'F' | 'D'; lamps: number[] | 'all' }
type ResultEvent = Extract<UnitEvent, { kind: 'testResult' }>

type GearUnit = {
  type: string
  /** Names of the bits of a lamp's details, of the unit's faults and of its warnings, in the order of the wire. */
  detailBits: readonly string[]
  unitFaultBits: readonly string[]
  unitWarningBits: readonly string[]
  detailOf: Partial<Record<ReportedLampError, string>>
  unitFaultOf: Partial<Record<UnitError, string>>
  unitWarningOf: Partial<Record<UnitWarning, string>>
  commands: Wire['commands']
  versions: readonly (string | null)[]
  codes: readonly [string, string]
  writeResult(event: ResultEvent): unknown
  /** Command to start a test, whose lamps have a form of their own in each type. */
  readTest(body: unknown): TestStart
}

const failureOf: Partial<Record<ReportedLampError, (typeof failureStatusBits)[number]>> = {
  charger: 'circuit',
  battery_duration: 'batteryDuration',
  battery_low_voltage: 'battery',
  lamp_failure: 'lamp',
  functional_test_failed: 'functionTestFailed',
  battery_test_failure: 'durationTestFailed',
}

const modes = {
  normal: emergencyModeBit.normal,
  inhibited: emergencyModeBit.normal,
  emergency: emergencyModeBit.emergency,
  functionTest: emergencyModeBit.functionTest,
  durationTest: emergencyModeBit.durationTest,
}
const features = { nonMaintained: 0, maintained: featureBit.maintained, switchable: featureBit.switchedMaintained }
const kinds = { emergency: 0, lighting: 1, sensor: 2 }
const networkStates = { none: 0, searching: 1, complete: 2 }
const triggers = { user: 0, automatic: 1, local: 2 }
const outcomes = { finished: 0, stopped: 1, mainsFailure: 2 }
export const gearTestLetters = { functional: 'F', autonomy: 'D' } as const

const statusOf = ({ lamp, charge, isBlinking }: LampReading): number =>
  (lamp.activity === 'inhibited' ? emergencyStatusBit.inhibited : 0) |
  (charge === 1 ? emergencyStatusBit.batteryFull : 0) |
  (isBlinking ? emergencyStatusBit.identifying : 0)

const writeLamp = (reading: LampReading, { detailBits, detailOf }: GearUnit): z.infer<Wire['lampTuple']> => {
  const { lamp, charge, level } = reading
  const isUnreachable = lamp.faults.includes('communication')
  const isEmergency = lamp.kind === 'emergency'
  const failures = lamp.faults.map((fault) => failureOf[fault])
  const details = lamp.faults.map((fault) => detailOf[fault])
  return [
    lamp.addr,
    lamp.serial,
    kinds[lamp.kind],
    isUnreachable ? 0 : lamp.isResting ? emergencyModeBit.rest : modes[lamp.activity],
    isUnreachable ? 0 : statusOf(reading),
    bitsOf(failureStatusBits, failures),
    isEmergency ? features[lamp.function] : 0,
    isEmergency && !isUnreachable ? Math.round(charge * fullScale) : mask,
    isEmergency ? (lamp.ratedMin * 60) / durationStepS : 0,
    lamp.kind === 'sensor' || isUnreachable ? mask : Math.round((level / 100) * fullScale),
    lamp.groups,
    lamp.parity === 'odd' ? 1 : 2,
    bitsOf(detailBits, details),
    productCodeOf(lamp),
    '1.4',
  ]
}

const networkOf = ({ network: { state, found, expected } }: UnitFace): [number, number, number | null] => [
  networkStates[state],
  found,
  expected,
]

const systemOf = (face: UnitFace, unit: GearUnit): z.infer<Wire['unitTuple']> => {
  const warnings = [...face.warnings].map((warning) => unit.unitWarningOf[warning])
  const faults = [...face.faults].map((fault) => unit.unitFaultOf[fault])
  const words = [bitsOf(unit.unitFaultBits, faults), bitsOf(unit.unitWarningBits, warnings)] as const
  return [face.onBattery ? 1 : 0, ...words, networkOf(face)]
}

const faultNumber = (fault: ReportedLampError, { detailBits, detailOf }: GearUnit): number => {
  const failure = failureOf[fault]
  const detail = detailOf[fault]
  return failure ? failureStatusBits.indexOf(failure) : 8 + (detail ? detailBits.indexOf(detail) : 0)
}

const unitFaultNumber = (fault: UnitError, { type, unitFaultOf, unitFaultBits }: GearUnit): number => {
  const bit = unitFaultOf[fault]
  if (!bit) throw new RangeError(`a ${type} has no ${fault}`)
  return unitFaultBits.indexOf(bit)
}

const writeRecord = (event: UnitEvent, unit: GearUnit): { kind: string; body: unknown } => {
  switch (event.kind) {
    case 'testStarted': {
      const { testId, test, trigger, lamps } = event
      return { kind: 'test.start', body: { t: testId, k: gearTestLetters[test], by: triggers[trigger], a: lamps } }
    }
    case 'testResult':
      return { kind: 'test.result', body: unit.writeResult(event) }
    case 'testEnded':
      return { kind: 'test.end', body: { t: event.testId, o: outcomes[event.outcome] } }
    case 'mains':
      return { kind: 'mains', body: { on: event.isOn ? 1 : 0 } }
    case 'lampFault': {
      const { lamp, fault, isCleared } = event
      return { kind: 'lamp.fault', body: [lamp.addr, lamp.serial, faultNumber(fault, unit), isCleared ? 1 : 0] }
    }
    case 'unitFault':
      return { kind: 'unit.fault', body: [unitFaultNumber(event.fault, unit), event.isCleared ? 1 : 0] }
    case 'inhibited':
      return { kind: 'inhibit', body: [event.until] }
    case 'inhibitionEnded':
      return { kind: 'inhibit.end', body: { b: inhibitionEnds.indexOf(event.reason) } }
    case 'inputChanged':
      return { kind: 'input', body: [event.input, event.isOn ? 1 : 0] }
    case 'sceneRan': {
      const { scene, version, planned, input, outcome } = event
      return { kind: 'scene', body: [scene, version, planned, input, sceneOutcomes.indexOf(outcome)] }
    }
  }
}

const readersOf = ({ commands, readTest }: GearUnit): OrderReaders => ({
  enrol: (body) => ({ name: 'enrol', windowS: commands.enrol.parse(body).w }),
  deEnrol: (body) => ({ name: 'deEnrol', ...commands.deEnrol.parse(body) }),
  createNetwork: (body) => ({ name: 'createNetwork', plantCode: null, ...commands.createNetwork.parse(body) }),
  statusQuery: (body) => ({ name: 'statusQuery', ...commands.statusQuery.parse(body) }),
  ftest: (body) => {
    const { letter, ...test } = readTest(body)
    return { name: 'ftest', ...test, test: letter === 'F' ? 'functional' : 'autonomy' }
  },
  stopTest: (body) => ({ name: 'stopTest', testId: commands.stopTest.parse(body).t }),
  identify: (body) => {
    const { a, s } = commands.identify.parse(body)
    return { name: 'identify', lamp: a, seconds: s }
  },
  stop_blink: (body) => ({ name: 'stop_blink', lamp: commands.stop_blink.parse(body).a }),
  refresh: (body) => ({ name: 'refresh', ...commands.refresh.parse(body) }),
})

export const gearUnitWire = (unit: GearUnit): Omit<UnitWire, 'facts' | 'hardware'> => ({
  lampsPerMessage: 128,
  lampsPerSearchStep: 4,
  lampsPerTestStep: 16,
  unitFaults: namesIn(unit.unitFaultOf),
  unitWarnings: namesIn(unit.unitWarningOf),
  lampFaults: [...namesIn(failureOf), ...namesIn(unit.detailOf)],
  writeShadow: (face) => ({
    v: unit.versions,
    c: unit.codes,
    tz: face.utcOffsetMin,
    cfg: face.lampsConfigured,
    net: networkOf(face),
  }),
  writeState: (face, lamps): z.infer<Wire['stateBody']> => ({
    ...(face && { sys: systemOf(face, unit) }),
    ...(lamps.length > 0 && { l: lamps.map((reading) => writeLamp(reading, unit)) }),
  }),
  writeRecord: (event) => writeRecord(event, unit),
  readers: readersOf(unit),
})
