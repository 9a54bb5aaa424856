import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { logicaFacts } from '@vigilux/device-plane/central-units/logica/facts.ts'
import {
  address,
  commands,
  faultDetailBits,
  type LogicaLamp,
  type LogicaState,
  resultReasons,
  unitFaultBits,
  unitWarningBits,
} from '@vigilux/device-plane/central-units/logica/wire.ts'
import {
  emergencyModeBit,
  emergencyStatusBit,
  failureStatusBits,
  featureBit,
  fullScale,
  mask,
} from '@vigilux/device-plane/emergency-gear.wire.ts'
import { bitsOf, namesIn } from '../core/bits.ts'
import { productCodeOf } from '../core/lamp-products.ts'
import type { LampReading, OrderReaders, UnitEvent, UnitFace, UnitWire } from '../core/unit-wire.ts'

const failureOf: Partial<Record<ReportedLampError, (typeof failureStatusBits)[number]>> = {
  charger: 'circuit',
  battery_duration: 'batteryDuration',
  battery_low_voltage: 'battery',
  lamp_failure: 'lamp',
  functional_test_failed: 'functionTestFailed',
  battery_test_failure: 'durationTestFailed',
}
const detailOf: Partial<Record<ReportedLampError, (typeof faultDetailBits)[number]>> = {
  battery_not_connected: 'batteryNotConnected',
  battery_short: 'batteryShort',
  led_open: 'ledOpen',
  led_short: 'ledShort',
  led_partial_short: 'ledPartialShort',
  dali: 'busFault',
  communication: 'communication',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  over_power: 'overPower',
  under_power: 'underPower',
  polarity: 'polarity',
  programming: 'programming',
  duplicate_id: 'duplicateAddress',
  wiring: 'wiring',
  overload: 'overload',
}
const unitFaultOf: Partial<Record<UnitError, (typeof unitFaultBits)[number]>> = {
  battery_low_voltage: 'batteryLowVoltage',
  battery_not_connected: 'batteryNotConnected',
  battery_short: 'batteryShort',
  battery_test_failure: 'batteryTestFailure',
  charger: 'charger',
  fuse: 'fuse',
  isolation: 'isolation',
  bus: 'bus',
  dali: 'dali',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  overload: 'overload',
  wiring: 'wiring',
  duplicate_lamp_ids: 'duplicateLampIds',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarningBits)[number]>> = {
  no_mains: 'noMains',
  no_phase_1: 'noPhase1',
  no_phase_2: 'noPhase2',
  no_phase_3: 'noPhase3',
  system_inhibited: 'inhibited',
  chargers_off_by_temperature: 'chargersOff',
  maintenance_needed: 'maintenance',
  fewer_lamps_than_configured: 'fewerLamps',
  more_lamps_than_configured: 'moreLamps',
  more_than_128_lamps: 'moreThan128',
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

const writeLamp = ({ lamp, charge, level, isBlinking }: LampReading): LogicaLamp => {
  const isUnreachable = lamp.faults.includes('communication')
  const status =
    (lamp.activity === 'inhibited' ? emergencyStatusBit.inhibited : 0) |
    (charge === 1 ? emergencyStatusBit.batteryFull : 0) |
    (isBlinking ? emergencyStatusBit.identifying : 0)
  const hasBattery = lamp.kind === 'emergency' && !isUnreachable
  return [
    lamp.addr,
    lamp.serial,
    kinds[lamp.kind],
    isUnreachable ? 0 : modes[lamp.activity],
    isUnreachable ? 0 : status,
    bitsOf(
      failureStatusBits,
      lamp.faults.map((fault) => failureOf[fault]),
    ),
    lamp.kind === 'emergency' ? features[lamp.function] : 0,
    hasBattery ? Math.round(charge * fullScale) : mask,
    lamp.kind === 'emergency' ? lamp.ratedMin / 2 : 0,
    lamp.kind === 'sensor' || isUnreachable ? mask : Math.round((level / 100) * fullScale),
    lamp.groups,
    lamp.parity === 'odd' ? 1 : 2,
    bitsOf(
      faultDetailBits,
      lamp.faults.map((fault) => detailOf[fault]),
    ),
    productCodeOf(lamp),
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
  const warnings = [...face.warnings].map((warning) => unitWarningOf[warning])
  const faults = [...face.faults].map((fault) => unitFaultOf[fault])
  return [face.onBattery ? 1 : 0, bitsOf(unitFaultBits, faults), bitsOf(unitWarningBits, warnings), networkOf(face)]
}

const triggers = { user: 0, automatic: 1, local: 2 }
const outcomes = { finished: 0, stopped: 1, mainsFailure: 2 }
const results = { passed: 0, failed: 1, notExecuted: 2 }

const faultNumber = (fault: ReportedLampError): number => {
  const failure = failureOf[fault]
  const detail = detailOf[fault]
  return failure ? failureStatusBits.indexOf(failure) : 8 + (detail ? faultDetailBits.indexOf(detail) : 0)
}

const unitFaultNumber = (fault: UnitError): number => {
  const bit = unitFaultOf[fault]
  if (!bit) throw new RangeError(`a logica has no ${fault}`)
  return unitFaultBits.indexOf(bit)
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
      return { kind: 'unit.fault', body: [unitFaultNumber(event.fault), event.isCleared ? 1 : 0] }
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

/** Addresses in 32 hex digits, the first in the highest bit. */
const addressesIn = (hex: string): number[] =>
  [...hex].flatMap((digit, index) => {
    const bits = Number.parseInt(digit, 16)
    return [8, 4, 2, 1].flatMap((bit, at) => ((bits & bit) !== 0 ? [address.parse(index * 4 + at + 1)] : []))
  })

const readers: OrderReaders = {
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
  stop_blink: (body) => ({ name: 'stop_blink', lamp: commands.stop_blink.parse(body).a }),
  refresh: (body) => ({ name: 'refresh', ...commands.refresh.parse(body) }),
}

export const logicaWire: UnitWire = {
  facts: logicaFacts,
  hardware: {
    batteryCode: null,
    dimension: '19" 3U',
    hasModem: true,
    inputs: 4,
    hasRelay: true,
    contacts: 4,
    lines: 2,
    bluetoothDevices: 0,
  },
  lampsPerMessage: 128,
  lampsPerSearchStep: 4,
  lampsPerTestStep: 16,
  unitFaults: namesIn(unitFaultOf),
  unitWarnings: namesIn(unitWarningOf),
  lampFaults: [...namesIn(failureOf), ...namesIn(detailOf)],
  writeShadow: (face) => ({
    v: ['2.4', '5.12', '1.3', null],
    c: ['LGC-128-EU', 'VLX4128'],
    tz: face.utcOffsetMin,
    cfg: face.lampsConfigured,
    net: networkOf(face),
  }),
  writeState: (face, lamps): LogicaState => ({
    ...(face && { sys: systemOf(face) }),
    ...(lamps.length > 0 && { l: lamps.map(writeLamp) }),
  }),
  writeRecord,
  readers,
}
