import { z } from 'zod'
import type {
  CentralUnitType,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedState,
  TypeEncodedCommand,
} from '../../central-unit-type.ts'
import { type LampIdentity, mapKnownCodes, readAddresses, readLamps, readPart, unvalidatedList } from '../../items.ts'
import { gatewayFacts } from './facts.ts'
import {
  commands,
  type GatewayLamp,
  type GatewayState,
  lampBody,
  lampIdentity,
  position,
  positionKey,
  records,
  salvageableSelf,
  selfBody,
  shadowBody,
  stateBody,
} from './wire.ts'
import {
  functions,
  lampErrors,
  lampTypes,
  modes,
  networkStates,
  outcomes,
  reasons,
  results,
  tests,
  triggers,
  unitErrors,
  unitWarnings,
} from './words.ts'

type Self = NonNullable<GatewayState['self']>

const networkOf = ([state, found, expected]: NonNullable<Self['search']>): ReportedNetwork => ({
  state: networkStates[state],
  plantCode: null,
  found,
  expected,
})

const parityOf = (hasOddParity: boolean | undefined): ReportedLamp['parity'] => {
  if (hasOddParity === undefined) return null
  return hasOddParity ? 'odd' : 'even'
}

const lampOf = (addr: number, lamp: GatewayLamp): ReportedLamp => ({
  addr,
  serial: lamp.id,
  type: lampTypes[lamp.kind],
  function: lamp.fn ? functions[lamp.fn] : null,
  mode: modes[lamp.mode],
  errors: [...new Set(lamp.faults)].map((fault) => lampErrors[fault]),
  batteryPercent: lamp.bat ?? null,
  levelPercent: lamp.dim ?? null,
  groups: [...new Set(lamp.groups)].sort((a, b) => a - b),
  parity: parityOf(lamp.odd),
  ratedMin: lamp.rated ?? null,
  productCode: lamp.product ?? null,
  softwareVersion: lamp.sw ?? null,
})

type TableItem = readonly [at: string, lamp: unknown]

const readLamp = ([at, lamp]: TableItem): ReportedLamp => lampOf(Number(positionKey.parse(at)), lampBody.parse(lamp))

/** Readable identity of an invalid lamp. */
const identityOf = ([at, lamp]: TableItem): LampIdentity | null => {
  const identity = lampIdentity.safeParse(lamp)
  if (!identity.success || !positionKey.safeParse(at).success) return null
  const { id: serial, kind, faults } = identity.data
  return { addr: Number(at), serial, type: kind && lampTypes[kind], errors: mapKnownCodes(faults, lampErrors) }
}

const unitOf = ({ battery, faults, warnings, search }: Self): ReportedState['unit'] => ({
  onBattery: battery,
  errors: [...new Set(faults)].map((fault) => unitErrors[fault]),
  warnings: [...new Set(warnings)].map((warning) => unitWarnings[warning]),
  network: search ? networkOf(search) : null,
})

/** Readable part of an invalid gateway. */
const salvageUnit = (unit: unknown): ReportedState['unit'] => {
  const salvaged = salvageableSelf.safeParse(unit)
  if (!salvaged.success) return null
  return {
    onBattery: salvaged.data.battery,
    errors: mapKnownCodes(salvaged.data.faults, unitErrors),
    warnings: mapKnownCodes(salvaged.data.warnings, unitWarnings),
    network: null,
  }
}

const unvalidatedTable = z
  .record(z.string(), z.unknown())
  .refine((table) => Object.keys(table).length <= gatewayFacts.maxLamps, 'more lamps than positions')
const unvalidatedState = stateBody.extend({ self: z.unknown().optional(), lamps: unvalidatedTable.optional() })
const unvalidatedBegin = records['test-begun'].extend({ lamps: unvalidatedList(128) })

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  'test-begun': (body) => {
    const { t, kind, by: trigger, lamps: items } = unvalidatedBegin.parse(body)
    const { lamps, odd } = readAddresses(items, (item) => position.parse(item))
    return { kind: 'testStarted', testId: t, test: tests[kind], trigger: triggers[trigger], lamps, odd }
  },
  'test-lamp': (body) => {
    const { t, at, id, result, why, s } = records['test-lamp'].parse(body)
    return {
      kind: 'testResult',
      testId: t,
      lamp: at,
      serial: id,
      result: results[result],
      reason: why ? reasons[why] : null,
      measuredS: s ?? null,
    }
  },
  'test-over': (body) => {
    const { t, how } = records['test-over'].parse(body)
    return { kind: 'testEnded', testId: t, outcome: outcomes[how] }
  },
  'mains-lost': (body) => {
    records['mains-lost'].parse(body)
    return { kind: 'mainsFailed' }
  },
  'mains-back': (body) => {
    records['mains-back'].parse(body)
    return { kind: 'mainsRestored' }
  },
  'lamp-fault': (body) => {
    const { at, id, fault, over } = records['lamp-fault'].parse(body)
    return { kind: 'lampFault', lamp: at, serial: id, error: lampErrors[fault], cleared: over }
  },
  fault: (body) => {
    const { fault, over } = records.fault.parse(body)
    return { kind: 'unitFault', error: unitErrors[fault], cleared: over }
  },
}
const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

const encode = (command: TypeEncodedCommand): unknown => {
  switch (command.name) {
    case 'enrol':
      return { seconds: command.windowS }
    case 'ftest': {
      const lamps = command.lamps === 'all' ? 'all' : [...new Set(command.lamps)].sort((a, b) => a - b)
      return { t: command.testId, kind: command.test === 'functional' ? 'f' : 'a', lamps }
    }
    case 'stopTest':
      return { t: command.testId }
    case 'identify':
      return { at: command.lamp, seconds: command.seconds }
    case 'stop_blink':
      return { at: command.lamp }
    case 'deEnrol':
    case 'createNetwork':
    case 'statusQuery':
    case 'refresh':
      return {}
  }
}

export const gateway: CentralUnitType = {
  facts: gatewayFacts,
  wire: { shadow: shadowBody, state: stateBody, records, commands },
  decodeShadow: (body) => {
    const { sw, order, product, utc, lamps, search } = shadowBody.parse(body)
    const [panel, firmware, nube, porting] = sw
    return {
      versions: { interface: panel, firmware, nube, porting },
      orderCode: order,
      productCode: product,
      utcOffsetMin: utc,
      lampsConfigured: lamps,
      network: networkOf(search),
    }
  },
  decodeState: (body) => {
    const { self, lamps: table = {} } = unvalidatedState.parse(body)
    const unit = readPart(
      'unit',
      () => (self === undefined ? null : unitOf(selfBody.parse(self))),
      () => salvageUnit(self),
    )
    const { lamps, odd } = readLamps(Object.entries(table), readLamp, identityOf)
    return { unit: unit.part, lamps, odd: [...unit.odd, ...odd] }
  },
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => commands[command.name].parse(encode(command)),
}
