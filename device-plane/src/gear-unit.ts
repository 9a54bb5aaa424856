import type { UnitError, UnitTypeFacts, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import { type TestKind, type TestReason, testTriggers } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampTypes, type ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import { groupsOfMask, knownNamesOfBits, memberAt, namesOfBits } from './bits.ts'
import type {
  CentralUnitType,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedShadow,
  ReportedState,
  TypeEncodedCommand,
} from './central-unit-type.ts'
import { failureErrors, functionOfGear, modeOfGear, percentOfGear, ratedMinOfGear } from './emergency-gear.ts'
import type { createGearUnitWire } from './gear-unit.wire.ts'
import { inhibitionRecord } from './inhibition.ts'
import { type LampIdentity, readAddresses, readLamps, readPart, unvalidatedList } from './items.ts'
import { sceneRunRecord } from './scene-run-record.ts'

/** Codec shared by unit types with gear of IEC 62386-202 as lamps, with the wire of `gear-unit.wire.ts`. */

/** Reasons of a missing result, in the order of `missingResultCauses`. */
export const missingResultReasons: readonly TestReason[] = [
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

const networkStates = ['none', 'inProgress', 'completed'] as const
const parities = [null, 'odd', 'even'] as const
const testOutcomes = ['finished', 'stopped', 'mainsFailure'] as const

type Wire = ReturnType<typeof createGearUnitWire>
type LampTuple = z.infer<Wire['lampTuple']>
type UnitTuple = z.infer<Wire['unitTuple']>

/** Words for the bits of a type, in the order of its wire. */
export type GearUnitWords = {
  detailErrors: readonly ReportedLampError[]
  unitErrors: readonly UnitError[]
  unitWarnings: readonly UnitWarning[]
}

type GearUnit = {
  facts: UnitTypeFacts
  wire: Wire
  words: GearUnitWords
  /** Schemas with those of the type: its shadow, its test result, its start of a test. */
  schemas: CentralUnitType['wire'] & { commands: Readonly<Record<string, z.ZodType>> }
  decodeShadow(body: unknown): ReportedShadow
  decodeResult(body: unknown): ReportedRecord
  /** Lamps of a starting test; at least one. */
  encodeLamps(lamps: readonly number[]): unknown
}

export const gearTestKind = (letter: 'F' | 'D'): TestKind => (letter === 'F' ? 'functional' : 'autonomy')

const networkOf = ([state, found, expected]: [number, number, number | null]): ReportedNetwork => ({
  state: memberAt(networkStates, state, 'network state'),
  plantCode: null,
  found,
  expected,
})

/** A shadow with these versions. */
export const gearShadow = (
  { c, tz, cfg, net }: { [Field in keyof Wire['shadowFields']]: z.infer<Wire['shadowFields'][Field]> },
  versions: ReportedShadow['versions'],
): ReportedShadow => ({
  versions,
  orderCode: c[0],
  productCode: c[1],
  utcOffsetMin: tz,
  lampsConfigured: cfg,
  network: networkOf(net),
})

/** Lamps and the unit, from valid items and from the readable parts of invalid ones. */
const createReaders = ({ lampIdentity, salvageableLamp, salvageableUnit }: Wire, words: GearUnitWords) => {
  const { detailErrors, unitErrors, unitWarnings } = words
  const lampOf = (tuple: LampTuple): ReportedLamp => {
    const [addr, serial, kind, mode, status, failure, features, charge, rated, level, groups, ...more] = tuple
    const [parity, details, product, sw] = more
    const type = memberAt(lampTypes, kind, 'lamp kind')
    const isEmergency = type === 'emergency'
    return {
      addr,
      serial,
      type,
      function: isEmergency ? functionOfGear(features) : null,
      mode: modeOfGear(mode, status),
      // Both may name the same fault.
      errors: [...new Set([...namesOfBits(failure, failureErrors), ...namesOfBits(details, detailErrors)])],
      batteryPercent: isEmergency ? percentOfGear(charge) : null,
      levelPercent: percentOfGear(level),
      groups: groupsOfMask(groups),
      parity: memberAt(parities, parity, 'parity'),
      ratedMin: isEmergency ? ratedMinOfGear(rated) : null,
      productCode: product,
      softwareVersion: sw,
    }
  }
  return {
    lampOf,
    /** Readable identity of an invalid lamp. */
    identityOf(item: unknown): LampIdentity | null {
      const identity = lampIdentity.safeParse(item)
      if (!identity.success) return null
      const [addr, serial, ...remainingFields] = identity.data
      const kind = salvageableLamp.kind.parse(remainingFields[0])
      const failure = salvageableLamp.failure.parse(remainingFields[3])
      const details = salvageableLamp.details.parse(remainingFields[10])
      const errors = [...knownNamesOfBits(failure, failureErrors), ...knownNamesOfBits(details, detailErrors)]
      return { addr, serial, type: kind === null ? null : (lampTypes[kind] ?? null), errors: [...new Set(errors)] }
    },
    unitOf: ([onBattery, faults, warnings, network]: UnitTuple): ReportedState['unit'] => ({
      onBattery: onBattery === 1,
      errors: namesOfBits(faults, unitErrors),
      warnings: namesOfBits(warnings, unitWarnings),
      network: network && networkOf(network),
    }),
    /** Readable part of an invalid unit. */
    salvageUnit(item: unknown): ReportedState['unit'] {
      const salvaged = salvageableUnit.safeParse(item)
      if (!salvaged.success) return null
      const [onBattery, faults, warnings] = salvaged.data
      return {
        onBattery: onBattery === 1,
        errors: knownNamesOfBits(faults, unitErrors),
        warnings: knownNamesOfBits(warnings, unitWarnings),
        network: null,
      }
    },
  }
}

type Decoders = Readonly<Record<string, (body: unknown) => ReportedRecord>>

const createRecordDecoders = ({ facts, wire, words, decodeResult }: GearUnit): Decoders => {
  const { address, records } = wire
  const unvalidatedStart = records['test.start'].extend({ a: unvalidatedList(facts.maxLamps) })
  const lampErrors = [...failureErrors, ...words.detailErrors]
  return {
    'test.start': (body) => {
      const { t, k, by: trigger, a } = unvalidatedStart.parse(body)
      const { lamps, odd } = readAddresses(a, (item) => address.parse(item))
      const started = { testId: t, test: gearTestKind(k), trigger: memberAt(testTriggers, trigger, 'trigger') }
      return { kind: 'testStarted', ...started, lamps, odd }
    },
    'test.result': decodeResult,
    'test.end': (body) => {
      const { t, o } = records['test.end'].parse(body)
      return { kind: 'testEnded', testId: t, outcome: memberAt(testOutcomes, o, 'outcome') }
    },
    mains: (body) => ({ kind: records.mains.parse(body).on === 1 ? 'mainsRestored' : 'mainsFailed' }),
    'lamp.fault': (body) => {
      const [lamp, serial, fault, isCleared] = records['lamp.fault'].parse(body)
      const error = memberAt(lampErrors, fault, 'lamp fault')
      if (error === null) throw new RangeError(`failure bit ${fault} is not a fault of a lamp`)
      return { kind: 'lampFault', lamp, serial, error, cleared: isCleared === 1 }
    },
    'unit.fault': (body) => {
      const [fault, isCleared] = records['unit.fault'].parse(body)
      return { kind: 'unitFault', error: memberAt(words.unitErrors, fault, 'unit fault'), cleared: isCleared === 1 }
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
}

const encode = (command: TypeEncodedCommand, encodeLamps: GearUnit['encodeLamps']): unknown => {
  switch (command.name) {
    case 'enrol':
      return { w: command.windowS }
    case 'ftest':
      return {
        t: command.testId,
        k: command.test === 'functional' ? 'F' : 'D',
        a: command.lamps === 'all' ? '*' : encodeLamps(command.lamps),
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

/** The type, from the shared parts of its lamps and its own parts. */
export const createGearUnitType = (unit: GearUnit): CentralUnitType => {
  const { facts, wire, words, schemas, decodeShadow, encodeLamps } = unit
  const { lampOf, identityOf, unitOf, salvageUnit } = createReaders(wire, words)
  const lists = { sys: z.unknown().optional(), l: unvalidatedList(facts.maxLamps).optional() }
  const unvalidatedState = wire.stateBody.extend(lists)
  const decoders = createRecordDecoders(unit)
  return {
    facts,
    wire: schemas,
    decodeShadow,
    decodeState: (body) => {
      const { sys, l = [] } = unvalidatedState.parse(body)
      const { part, odd: oddOfUnit } = readPart(
        'unit',
        () => (sys === undefined ? null : unitOf(wire.unitTuple.parse(sys))),
        () => salvageUnit(sys),
      )
      const { lamps, odd } = readLamps(l, (item) => lampOf(wire.lampTuple.parse(item)), identityOf)
      return { unit: part, lamps, odd: [...oddOfUnit, ...odd] }
    },
    decodeRecord: (kind, body) => {
      const decode = Object.hasOwn(decoders, kind) ? decoders[kind] : undefined
      if (!decode) throw new RangeError(`record kind ${kind} does not exist`)
      return decode(body)
    },
    encodeCommand: (command) => schemas.commands[command.name]?.parse(encode(command, encodeLamps)),
  }
}
