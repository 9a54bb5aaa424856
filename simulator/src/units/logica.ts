import {
  address,
  commands,
  emergencyModeBit,
  emergencyStatusBit,
  failureStatusBits,
  faultDetailBits,
  featureBit,
  fullScale,
  type LogicaLamp,
  type LogicaState,
  mask,
  resultReasons,
  unitFaultBits,
  unitWarningBits,
} from '@vigilux/device-plane/central-units/logica/wire.ts'
import type { LampFault } from '../core/lamp.ts'
import type { LampReading, Order, UnitEvent, UnitFace, UnitFault, UnitWire } from '../core/unit-wire.ts'

const failureOf: Partial<Record<LampFault, (typeof failureStatusBits)[number]>> = {
  lamp: 'lamp',
  battery: 'battery',
  batteryDuration: 'batteryDuration',
  charger: 'circuit',
}
const detailOf: Partial<Record<LampFault, (typeof faultDetailBits)[number]>> = {
  ledOpen: 'ledOpen',
  communication: 'communication',
}
const unitFaultOf: Record<UnitFault, (typeof unitFaultBits)[number]> = {
  charger: 'charger',
  batteryLow: 'batteryLowVoltage',
}

const bitsOf = <Name>(names: readonly Name[], set: Iterable<Name | undefined>): number => {
  let bits = 0
  for (const name of set) if (name !== undefined) bits |= 1 << names.indexOf(name)
  return bits
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

const writeLamp = ({ lamp, charge, isBlinking }: LampReading): LogicaLamp => {
  const isGone = lamp.faults.includes('communication')
  const status =
    (lamp.activity === 'inhibited' ? emergencyStatusBit.inhibited : 0) |
    (charge === 1 ? emergencyStatusBit.batteryFull : 0) |
    (isBlinking ? emergencyStatusBit.identifying : 0)
  const hasBattery = lamp.kind === 'emergency' && !isGone
  return [
    lamp.addr,
    lamp.serial,
    kinds[lamp.kind],
    isGone ? 0 : modes[lamp.activity],
    isGone ? 0 : status,
    bitsOf(
      failureStatusBits,
      lamp.faults.map((fault) => failureOf[fault]),
    ),
    lamp.kind === 'emergency' ? features[lamp.function] : 0,
    hasBattery ? Math.round(charge * fullScale) : mask,
    lamp.kind === 'emergency' ? lamp.ratedMin / 2 : 0,
    lamp.kind === 'sensor' || isGone ? mask : Math.round((lamp.levelPercent / 100) * fullScale),
    lamp.groups,
    lamp.parity === 'odd' ? 1 : 2,
    bitsOf(
      faultDetailBits,
      lamp.faults.map((fault) => detailOf[fault]),
    ),
    `ST-${lamp.product}`,
    '1.4',
  ]
}

const networkStates = { none: 0, searching: 1, complete: 2 }
const networkOf = ({ network: { state, found, expected } }: UnitFace): [number, number, number | null] => [
  networkStates[state],
  found,
  expected,
]
const systemOf = (face: UnitFace): NonNullable<LogicaState['sys']> => {
  const warnings = [
    face.onBattery ? ('noMains' as const) : undefined,
    face.isInhibited ? ('inhibited' as const) : undefined,
  ]
  const faults = [...face.faults].map((fault) => unitFaultOf[fault])
  return [face.onBattery ? 1 : 0, bitsOf(unitFaultBits, faults), bitsOf(unitWarningBits, warnings), networkOf(face)]
}

const triggers = { user: 0, automatic: 1, local: 2 }
const outcomes = { finished: 0, stopped: 1, mainsFailure: 2 }
const results = { passed: 0, failed: 1, notExecuted: 2 }

const faultNumber = (fault: LampFault): number => {
  const failure = failureOf[fault]
  const detail = detailOf[fault]
  return failure ? failureStatusBits.indexOf(failure) : 8 + (detail ? faultDetailBits.indexOf(detail) : 0)
}

const writeRecord = (event: UnitEvent): { kind: string; body: unknown } => {
  switch (event.kind) {
    case 'testStarted': {
      const k = event.test === 'functional' ? 'F' : 'D'
      return { kind: 'test.start', body: { t: event.testId, k, by: triggers[event.trigger], a: event.lamps } }
    }
    case 'testResult': {
      const { testId, lamp, result, reason, seconds } = event
      const body = [testId, lamp.addr, lamp.serial, results[result], resultReasons.indexOf(reason), seconds]
      return { kind: 'test.result', body }
    }
    case 'testEnded':
      return { kind: 'test.end', body: { t: event.testId, o: outcomes[event.outcome] } }
    case 'mains':
      return { kind: 'mains', body: { on: event.isOn ? 1 : 0 } }
    case 'lampFault': {
      const { lamp, fault, isCleared } = event
      return { kind: 'lamp.fault', body: [lamp.addr, lamp.serial, faultNumber(fault), isCleared ? 1 : 0] }
    }
    case 'unitFault':
      return { kind: 'unit.fault', body: [unitFaultBits.indexOf(unitFaultOf[event.fault]), event.isCleared ? 1 : 0] }
  }
}

/** Addresses in 32 hex digits, the first in the highest bit. */
const addressesIn = (hex: string): number[] =>
  [...hex].flatMap((digit, index) => {
    const bits = Number.parseInt(digit, 16)
    return [8, 4, 2, 1].flatMap((bit, at) => ((bits & bit) !== 0 ? [address.parse(index * 4 + at + 1)] : []))
  })

const readers: { [Name in keyof typeof commands]: (body: unknown) => Order } = {
  enrol: (body) => ({ name: 'enrol', windowS: commands.enrol.parse(body).w }),
  deEnrol: (body) => ({ name: 'deEnrol', ...commands.deEnrol.parse(body) }),
  createNetwork: (body) => ({ name: 'createNetwork', plantCode: null, ...commands.createNetwork.parse(body) }),
  statusQuery: (body) => ({ name: 'statusQuery', ...commands.statusQuery.parse(body) }),
  ftest: (body) => {
    const { t, k, a } = commands.ftest.parse(body)
    return {
      name: 'ftest',
      testId: t,
      test: k === 'F' ? 'functional' : 'autonomy',
      lamps: a === '*' ? 'all' : addressesIn(a),
    }
  },
  stopTest: (body) => ({ name: 'stopTest', testId: commands.stopTest.parse(body).t }),
  identify: (body) => {
    const { a, s } = commands.identify.parse(body)
    return { name: 'identify', lamp: a, seconds: s }
  },
  stop_blink: (body) => ({ name: 'stopBlink', lamp: commands.stop_blink.parse(body).a }),
  refresh: (body) => ({ name: 'refresh', ...commands.refresh.parse(body) }),
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

export const logicaWire: UnitWire = {
  cuType: 'logica',
  serialDigits: 6,
  enrolmentKeys: ['SEL', 'OK'],
  maxLamps: 128,
  hasRadioNetwork: false,
  lampsPerMessage: 128,
  lampsPerSearchStep: 4,
  lampsPerTestStep: 16,
  writeShadow: (face) => ({
    v: ['2.4', '5.12', '1.3', null],
    c: ['LGC-128-EU', 'VLX4128'],
    tz: 60,
    cfg: face.lampsConfigured,
    net: networkOf(face),
  }),
  writeState: (face, lamps, beginsAnew): LogicaState => ({
    ...(beginsAnew && { rst: 1 }),
    ...(face && { sys: systemOf(face) }),
    ...((lamps.length > 0 || beginsAnew) && { l: lamps.map(writeLamp) }),
  }),
  writeRecord,
  readOrder: (name, body) => (isCommand(name) ? readers[name](body) : null),
}
