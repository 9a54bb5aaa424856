import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import { gearAt, gearsPerLine, maxBusLines } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { daliFacts } from '@vigilux/device-plane/central-units/dali/facts.ts'
import {
  commands,
  type DaliLamp,
  type DaliState,
  type DaliTestResult,
  faultDetailBits,
  missingResultCauses,
  unitFaultBits,
  unitWarningBits,
} from '@vigilux/device-plane/central-units/dali/wire.ts'
import {
  durationStepS,
  emergencyModeBit,
  emergencyStatusBit,
  failureStatusBits,
  featureBit,
  fullScale,
  mask,
} from '@vigilux/device-plane/emergency-gear.wire.ts'
import { bitsOf, namesIn } from '../core/bits.ts'
import type { VirtualLamp } from '../core/lamp.ts'
import { productCodeOf } from '../core/lamp-products.ts'
import type {
  LampReading,
  OrderReaders,
  ResultReason,
  SystemReading,
  UnitEvent,
  UnitFace,
  UnitWire,
} from '../core/unit-wire.ts'

const failureOf: Partial<Record<ReportedLampError, (typeof failureStatusBits)[number]>> = {
  charger: 'circuit',
  battery_duration: 'batteryDuration',
  battery_low_voltage: 'battery',
  lamp_failure: 'lamp',
  functional_test_failed: 'functionTestFailed',
  battery_test_failure: 'durationTestFailed',
}
const detailOf: Partial<Record<ReportedLampError, (typeof faultDetailBits)[number]>> = {
  dali: 'gear',
  communication: 'communication',
  duplicate_id: 'duplicateAddress',
  programming: 'programming',
  led_open: 'ledOpen',
  led_short: 'ledShort',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  overload: 'overload',
}
const unitFaultOf: Partial<Record<UnitError, (typeof unitFaultBits)[number]>> = {
  bus: 'bus',
  dali: 'dali',
  duplicate_lamp_ids: 'duplicateLampIds',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarningBits)[number]>> = {
  system_inhibited: 'inhibited',
  maintenance_needed: 'maintenance',
  fewer_lamps_than_configured: 'fewerLamps',
  more_lamps_than_configured: 'moreLamps',
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

const failureByte = (faults: readonly ReportedLampError[]): number =>
  bitsOf(
    failureStatusBits,
    faults.map((fault) => failureOf[fault]),
  )

const writeLamp = ({ lamp, charge, level, isBlinking }: LampReading): DaliLamp => {
  const isUnreachable = lamp.faults.includes('communication')
  const isEmergency = lamp.kind === 'emergency'
  const status =
    (lamp.activity === 'inhibited' ? emergencyStatusBit.inhibited : 0) |
    (charge === 1 ? emergencyStatusBit.batteryFull : 0) |
    (isBlinking ? emergencyStatusBit.identifying : 0)
  const mode = lamp.isResting ? emergencyModeBit.rest : modes[lamp.activity]
  return [
    lamp.addr,
    lamp.serial,
    kinds[lamp.kind],
    isUnreachable ? 0 : mode,
    isUnreachable ? 0 : status,
    failureByte(lamp.faults),
    isEmergency ? features[lamp.function] : 0,
    isEmergency && !isUnreachable ? Math.round(charge * fullScale) : mask,
    isEmergency ? (lamp.ratedMin * 60) / durationStepS : 0,
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
const systemOf = (face: UnitFace): NonNullable<DaliState['sys']> => {
  const warnings = [...face.warnings].map((warning) => unitWarningOf[warning])
  const faults = [...face.faults].map((fault) => unitFaultOf[fault])
  return [face.onBattery ? 1 : 0, bitsOf(unitFaultBits, faults), bitsOf(unitWarningBits, warnings), networkOf(face)]
}

const triggers = { user: 0, automatic: 1, local: 2 }
const outcomes = { finished: 0, stopped: 1, mainsFailure: 2 }
const letters = { functional: 'F', autonomy: 'D' } as const

const causeOf: Partial<Record<ResultReason, (typeof missingResultCauses)[number]>> = {
  charging: 'charging',
  inhibited: 'inhibited',
  userStop: 'userStop',
  mains: 'mains',
  unreachable: 'unreachable',
}
const failedBits: Partial<Record<ResultReason, (typeof failureStatusBits)[number]>> = {
  lamp: 'lamp',
  battery: 'battery',
  duration: 'batteryDuration',
}

/** Bytes that the gear holds after a test. */
const writeResult = ({
  testId,
  test,
  lamp,
  result,
  reason,
  seconds,
}: Extract<UnitEvent, { kind: 'testResult' }>): DaliTestResult => {
  const place = [testId, letters[test], lamp.addr, lamp.serial] as const
  if (result === 'notExecuted') return [...place, missingResultCauses.indexOf(causeOf[reason] ?? 'noResult'), null]
  const isFunctional = test === 'functional'
  const done = isFunctional ? emergencyStatusBit.functionResultValid : emergencyStatusBit.durationResultValid
  const failed = isFunctional ? 'functionTestFailed' : 'durationTestFailed'
  const failure = result === 'failed' ? bitsOf(failureStatusBits, [failed, failedBits[reason]]) : 0
  const duration = isFunctional || seconds === null ? null : Math.min(255, Math.floor(seconds / durationStepS))
  return [...place, 0, [done, failure, duration]]
}

const faultNumber = (fault: ReportedLampError): number => {
  const failure = failureOf[fault]
  const detail = detailOf[fault]
  return failure ? failureStatusBits.indexOf(failure) : 8 + (detail ? faultDetailBits.indexOf(detail) : 0)
}

const unitFaultNumber = (fault: UnitError): number => {
  const bit = unitFaultOf[fault]
  if (!bit) throw new RangeError(`a dali has no ${fault}`)
  return unitFaultBits.indexOf(bit)
}

const writeRecord = (event: UnitEvent): { kind: string; body: unknown } => {
  switch (event.kind) {
    case 'testStarted': {
      const { testId, test, trigger, lamps } = event
      return { kind: 'test.start', body: { t: testId, k: letters[test], by: triggers[trigger], a: lamps } }
    }
    case 'testResult':
      return { kind: 'test.result', body: writeResult(event) }
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

const readers: OrderReaders = {
  enrol: (body) => ({ name: 'enrol', windowS: commands.enrol.parse(body).w }),
  deEnrol: (body) => ({ name: 'deEnrol', ...commands.deEnrol.parse(body) }),
  createNetwork: (body) => ({ name: 'createNetwork', plantCode: null, ...commands.createNetwork.parse(body) }),
  statusQuery: (body) => ({ name: 'statusQuery', ...commands.statusQuery.parse(body) }),
  ftest: (body) => {
    const { t, k, a } = commands.ftest.parse(body)
    return { name: 'ftest', testId: t, test: k === 'F' ? 'functional' : 'autonomy', lamps: a === '*' ? 'all' : a }
  },
  stopTest: (body) => ({ name: 'stopTest', testId: commands.stopTest.parse(body).t }),
  identify: (body) => {
    const { a, s } = commands.identify.parse(body)
    return { name: 'identify', lamp: a, seconds: s }
  },
  stop_blink: (body) => ({ name: 'stop_blink', lamp: commands.stop_blink.parse(body).a }),
  refresh: (body) => ({ name: 'refresh', ...commands.refresh.parse(body) }),
}

/** Four queries of a gear on a bus that is half used. */
const secondsPerGear = 0.65

/** Lines with the lamps that have a place on them. */
const linesOf = ({ lamps }: SystemReading): UnitDetail['lines'] =>
  Array.from({ length: maxBusLines }, (_, at) => {
    const number = at + 1
    const known = lamps.filter(({ addr }) => gearAt(addr).line === number)
    const answering = known.filter(({ faults }) => !faults.includes('communication')).length
    return {
      number,
      state: known.length === 0 ? 'off' : answering < known.length ? 'warning' : 'ok',
      lamps: known.length,
      voltage: null,
      current: null,
      insulation: null,
      bus: {
        powered: true,
        since: null,
        answering,
        load: known.length === 0 ? 0 : 20 + Math.round((known.length / gearsPerLine) * 40),
        roundS: known.length === 0 ? null : Math.ceil(known.length * secondsPerGear),
      },
    }
  })
const gearOf = (lamp: VirtualLamp): Pick<LampDetail, 'gear' | 'line'> => {
  const { line, shortAddress } = gearAt(lamp.addr)
  const isEmergency = lamp.kind === 'emergency'
  return {
    line,
    gear: {
      shortAddress,
      pairedWith: null,
      gtin: `40${String(lamp.product).padStart(11, '0')}`,
      identification: lamp.serial,
      recognisable: true,
      edition: isEmergency ? 2 : null,
      deviceTypes: [isEmergency ? 1 : 6],
      pending: { functional: null, autonomy: null },
      ownTests: isEmergency ? { functionalDays: 0, autonomyWeeks: 0, timeoutDays: 7, ...lamp.ownTests } : null,
      readAt: null,
    },
  }
}

export const daliWire: UnitWire = {
  facts: daliFacts,
  hardware: {
    batteryCode: null,
    dimension: null,
    hasModem: false,
    inputs: 4,
    hasRelay: false,
    contacts: 0,
    lines: maxBusLines,
    bluetoothDevices: 0,
    system: (unit) => ({
      lines: linesOf(unit),
      busGateway: { address: '192.0.2.20', name: 'DALI-2 gateway', connected: true, since: null },
    }),
    gear: gearOf,
  },
  lampsPerMessage: 128,
  lampsPerSearchStep: 4,
  lampsPerTestStep: 16,
  unitFaults: namesIn(unitFaultOf),
  unitWarnings: namesIn(unitWarningOf),
  lampFaults: [...namesIn(failureOf), ...namesIn(detailOf)],
  writeShadow: (face) => ({
    v: ['1.0.0', '1.5.2', '1.0'],
    c: ['BRG-256-EU', 'VLX4256'],
    tz: face.utcOffsetMin,
    cfg: face.lampsConfigured,
    net: networkOf(face),
  }),
  writeState: (face, lamps): DaliState => ({
    ...(face && { sys: systemOf(face) }),
    ...(lamps.length > 0 && { l: lamps.map(writeLamp) }),
  }),
  writeRecord,
  readers,
}
