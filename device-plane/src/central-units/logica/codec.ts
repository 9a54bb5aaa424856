import { testResults, testTriggers } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import { groupsOfMask, knownNamesOfBits, memberAt, namesOfBits } from '../../bits.ts'
import type {
  CentralUnitType,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedState,
  TypeEncodedCommand,
} from '../../central-unit-type.ts'
import { failureErrors, functionOfGear, modeOfGear, percentOfGear, ratedMinOfGear } from '../../emergency-gear.ts'
import { inhibitionRecord } from '../../inhibition.ts'
import { type LampIdentity, readAddresses, readLamps, readPart, unvalidatedList } from '../../items.ts'
import { sceneRunRecord } from '../../scene-run-record.ts'
import { logicaFacts } from './facts.ts'
import {
  address,
  commands,
  type LogicaLamp,
  type LogicaState,
  lampIdentity,
  lampTuple,
  records,
  salvageableLamp,
  salvageableUnit,
  shadowBody,
  stateBody,
  unitTuple,
} from './wire.ts'
import { detailErrors, networkStates, parities, reasons, testOutcomes, unitErrors, unitWarnings } from './words.ts'

const networkOf = ([state, found, expected]: [number, number, number | null]): ReportedNetwork => ({
  state: memberAt(networkStates, state, 'network state'),
  plantCode: null,
  found,
  expected,
})

const errorsOf = (failure: number, details: number): ReportedLamp['errors'] => [
  ...namesOfBits(failure, failureErrors),
  ...namesOfBits(details, detailErrors),
]

const lampOf = (tuple: LogicaLamp): ReportedLamp => {
  const [
    addr,
    serial,
    kind,
    mode,
    status,
    failure,
    features,
    charge,
    rated,
    level,
    groups,
    parity,
    details,
    product,
    sw,
  ] = tuple
  const type = memberAt(lampTypes, kind, 'lamp kind')
  const isEmergency = type === 'emergency'
  return {
    addr,
    serial,
    type,
    function: isEmergency ? functionOfGear(features) : null,
    mode: modeOfGear(mode, status),
    errors: errorsOf(failure, details),
    batteryPercent: isEmergency ? percentOfGear(charge) : null,
    levelPercent: percentOfGear(level),
    groups: groupsOfMask(groups),
    parity: memberAt(parities, parity, 'parity'),
    ratedMin: isEmergency ? ratedMinOfGear(rated) : null,
    productCode: product,
    softwareVersion: sw,
  }
}

/** Readable identity of an invalid lamp. */
const identityOf = (item: unknown): LampIdentity | null => {
  const identity = lampIdentity.safeParse(item)
  if (!identity.success) return null
  const [addr, serial, ...remainingFields] = identity.data
  const kind = salvageableLamp.kind.parse(remainingFields[0])
  const failure = salvageableLamp.failure.parse(remainingFields[3])
  const details = salvageableLamp.details.parse(remainingFields[10])
  return { addr, serial, type: kind === null ? null : (lampTypes[kind] ?? null), errors: errorsOf(failure, details) }
}

const unitOf = ([onBattery, faults, warnings, network]: NonNullable<LogicaState['sys']>) => ({
  onBattery: onBattery === 1,
  errors: namesOfBits(faults, unitErrors),
  warnings: namesOfBits(warnings, unitWarnings),
  network: network && networkOf(network),
})

/** Readable part of an invalid unit. */
const salvageUnit = (item: unknown): ReportedState['unit'] => {
  const salvaged = salvageableUnit.safeParse(item)
  if (!salvaged.success) return null
  const [onBattery, faults, warnings] = salvaged.data
  return {
    onBattery: onBattery === 1,
    errors: knownNamesOfBits(faults, unitErrors),
    warnings: knownNamesOfBits(warnings, unitWarnings),
    network: null,
  }
}

const unvalidatedState = stateBody.extend({ sys: z.unknown().optional(), l: unvalidatedList(128).optional() })
const unvalidatedBegin = records['test.start'].extend({ a: unvalidatedList(128) })

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  'test.start': (body) => {
    const { t, k, by: trigger, a } = unvalidatedBegin.parse(body)
    const test = k === 'F' ? 'functional' : 'autonomy'
    const { lamps, odd } = readAddresses(a, (item) => address.parse(item))
    return { kind: 'testStarted', testId: t, test, trigger: memberAt(testTriggers, trigger, 'trigger'), lamps, odd }
  },
  'test.result': (body) => {
    const [testId, lamp, serial, result, reason, measuredS] = records['test.result'].parse(body)
    return {
      kind: 'testResult',
      testId,
      lamp,
      serial,
      result: memberAt(testResults, result, 'result'),
      reason: memberAt(reasons, reason, 'reason'),
      measuredS,
    }
  },
  'test.end': (body) => {
    const { t, o } = records['test.end'].parse(body)
    return { kind: 'testEnded', testId: t, outcome: memberAt(testOutcomes, o, 'outcome') }
  },
  mains: (body) => ({ kind: records.mains.parse(body).on === 1 ? 'mainsRestored' : 'mainsFailed' }),
  'lamp.fault': (body) => {
    const [lamp, serial, fault, isCleared] = records['lamp.fault'].parse(body)
    const error = memberAt([...failureErrors, ...detailErrors], fault, 'lamp fault')
    if (error === null) throw new RangeError(`failure bit ${fault} is not a fault of a lamp`)
    return { kind: 'lampFault', lamp, serial, error, cleared: isCleared === 1 }
  },
  'unit.fault': (body) => {
    const [fault, isCleared] = records['unit.fault'].parse(body)
    return { kind: 'unitFault', error: memberAt(unitErrors, fault, 'unit fault'), cleared: isCleared === 1 }
  },
  inhibit: (body) => inhibitionRecord(records.inhibit.parse(body)[0]),
  'inhibit.end': (body) => {
    const { b } = records['inhibit.end'].parse(body)
    return { kind: 'inhibitionEnded', reason: memberAt(inhibitionEnds, b, 'end of an inhibition') }
  },
  input: (body) => {
    const [input, state] = records.input.parse(body)
    return { kind: 'inputChanged', input, on: state === 1 }
  },
  scene: (body) => {
    const [scene, version, minute, input, outcome] = records.scene.parse(body)
    return sceneRunRecord({ scene, version, minute, input, outcome: memberAt(sceneOutcomes, outcome, 'outcome') })
  },
}

const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

/** Lamps as 128 bits in hex, address 1 in the highest bit. */
const addressMask = (lamps: readonly number[]): string => {
  if (lamps.length === 0) throw new RangeError('a test of no lamps')
  const bits = lamps.reduce((all, lamp) => all | (1n << BigInt(128 - address.parse(lamp))), 0n)
  return bits.toString(16).toUpperCase().padStart(32, '0')
}

const encode = (command: TypeEncodedCommand): unknown => {
  switch (command.name) {
    case 'enrol':
      return { w: command.windowS }
    case 'ftest':
      return {
        t: command.testId,
        k: command.test === 'functional' ? 'F' : 'D',
        a: command.lamps === 'all' ? '*' : addressMask(command.lamps),
      }
    case 'stopTest':
      return { t: command.testId }
    case 'identify':
      return { a: command.lamp, s: command.seconds }
    case 'stop_blink':
      return { a: command.lamp }
    case 'deEnrol':
    case 'createNetwork':
    case 'statusQuery':
    case 'refresh':
      return {}
  }
}

export const logica: CentralUnitType = {
  facts: logicaFacts,
  wire: { shadow: shadowBody, state: stateBody, records, commands },
  decodeShadow: (body) => {
    const { v, c, tz, cfg, net } = shadowBody.parse(body)
    return {
      versions: { interface: v[0], firmware: v[1], nube: v[2], porting: v[3] },
      orderCode: c[0],
      productCode: c[1],
      utcOffsetMin: tz,
      lampsConfigured: cfg,
      network: networkOf(net),
    }
  },
  decodeState: (body) => {
    const { sys, l = [] } = unvalidatedState.parse(body)
    const unit = readPart(
      'unit',
      () => (sys === undefined ? null : unitOf(unitTuple.parse(sys))),
      () => salvageUnit(sys),
    )
    const { lamps, odd } = readLamps(l, (item) => lampOf(lampTuple.parse(item)), identityOf)
    return { unit: unit.part, lamps, odd: [...unit.odd, ...odd] }
  },
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => commands[command.name].parse(encode(command)),
}
