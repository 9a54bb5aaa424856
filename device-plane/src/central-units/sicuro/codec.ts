import { z } from 'zod'
import type {
  CentralUnitType,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedState,
  TypeEncodedCommand,
} from '../../central-unit-type.ts'
import { inhibitionRecord } from '../../inhibition.ts'
import { type LampIdentity, mapKnownCodes, readAddresses, readLamps, readPart, unvalidatedList } from '../../items.ts'
import { sceneRunRecord } from '../../scene-run-record.ts'
import { sicuroFacts } from './facts.ts'
import {
  address,
  commands,
  lampBody,
  lampIdentity,
  records,
  type SicuroLamp,
  type SicuroState,
  salvageableSystem,
  shadowBody,
  stateBody,
  systemBody,
} from './wire.ts'
import {
  allowedBy,
  functions,
  lampErrors,
  lampTypes,
  modes,
  networkStates,
  outcomes,
  reasons,
  results,
  sceneOutcomes,
  sides,
  tests,
  triggers,
  unitErrors,
  unitWarnings,
} from './words.ts'

type Search = NonNullable<NonNullable<SicuroState['system']>['search']>

const networkOf = ({ state, found, of }: Search): ReportedNetwork => ({
  state: networkStates[state],
  plantCode: null,
  found,
  expected: of,
})

/** Distinct words of codes, because a system may repeat a code. */
const namesOf = <Code extends string, Word>(codes: readonly Code[], names: Record<Code, Word>): Word[] =>
  [...new Set(codes)].map((code) => names[code])

const lampOf = (lamp: SicuroLamp): ReportedLamp => ({
  addr: lamp.n,
  serial: lamp.serial,
  type: lampTypes[lamp.kind],
  function: lamp.circuit && functions[lamp.circuit],
  mode: modes[lamp.state],
  errors: namesOf(lamp.alarms, lampErrors),
  batteryPercent: lamp.battery,
  levelPercent: lamp.level,
  groups: [...new Set(lamp.groups)].sort((a, b) => a - b),
  parity: lamp.side && sides[lamp.side],
  ratedMin: lamp.rated,
  productCode: lamp.article,
  softwareVersion: lamp.software,
})

/** Readable identity of an invalid lamp. */
const identityOf = (item: unknown): LampIdentity | null => {
  const identity = lampIdentity.safeParse(item)
  if (!identity.success) return null
  const { n, serial, kind, alarms } = identity.data
  return { addr: n, serial, type: kind && lampTypes[kind], errors: mapKnownCodes(alarms, lampErrors) }
}

const systemOf = (system: NonNullable<SicuroState['system']>): ReportedState['unit'] => ({
  onBattery: system.source === 'BATTERY',
  errors: namesOf(system.alarms, unitErrors),
  warnings: namesOf(system.warnings, unitWarnings),
  network: system.search && networkOf(system.search),
})

/** Readable part of an invalid system. */
const salvageSystem = (item: unknown): ReportedState['unit'] => {
  const salvaged = salvageableSystem.safeParse(item)
  if (!salvaged.success) return null
  return {
    onBattery: salvaged.data.source === 'BATTERY',
    errors: mapKnownCodes(salvaged.data.alarms, unitErrors),
    warnings: mapKnownCodes(salvaged.data.warnings, unitWarnings),
    network: null,
  }
}

const unvalidatedState = stateBody.extend({ system: z.unknown().optional(), lamps: unvalidatedList(128).optional() })
const unvalidatedBegin = records.TEST_BEGIN.extend({ lamps: unvalidatedList(128) })

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  TEST_BEGIN: (body) => {
    const { test, kind, by: trigger, lamps: items } = unvalidatedBegin.parse(body)
    const { lamps, odd } = readAddresses(items, (item) => address.parse(item))
    return { kind: 'testStarted', testId: test, test: tests[kind], trigger: triggers[trigger], lamps, odd }
  },
  TEST_LAMP: (body) => {
    const { test, n, serial, result, reason, seconds } = records.TEST_LAMP.parse(body)
    return {
      kind: 'testResult',
      testId: test,
      lamp: n,
      serial,
      result: results[result],
      reason: reason && reasons[reason],
      measuredS: seconds,
    }
  },
  TEST_END: (body) => {
    const { test, outcome } = records.TEST_END.parse(body)
    return { kind: 'testEnded', testId: test, outcome: outcomes[outcome] }
  },
  MAINS: (body) => ({ kind: records.MAINS.parse(body).present ? 'mainsRestored' : 'mainsFailed' }),
  LAMP_ALARM: (body) => {
    const { n, serial, alarm, gone } = records.LAMP_ALARM.parse(body)
    return { kind: 'lampFault', lamp: n, serial, error: lampErrors[alarm], cleared: gone }
  },
  SYSTEM_ALARM: (body) => {
    const { alarm, gone } = records.SYSTEM_ALARM.parse(body)
    return { kind: 'unitFault', error: unitErrors[alarm], cleared: gone }
  },
  INHIBITED: (body) => inhibitionRecord(records.INHIBITED.parse(body).until),
  ALLOWED: (body) => ({ kind: 'inhibitionEnded', reason: allowedBy[records.ALLOWED.parse(body).by] }),
  INPUT: (body) => {
    const { n, closed } = records.INPUT.parse(body)
    return { kind: 'inputChanged', input: n, on: closed }
  },
  SCENE: (body) => {
    const { outcome, ...ran } = records.SCENE.parse(body)
    return sceneRunRecord({ ...ran, outcome: sceneOutcomes[outcome] })
  },
}
const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

const encode = (command: TypeEncodedCommand): unknown => {
  switch (command.name) {
    case 'enrol':
      return { op: 'ENROL', window: command.windowS }
    case 'deEnrol':
      return { op: 'RELEASE' }
    case 'createNetwork':
      return { op: 'SEARCH_LINES' }
    case 'statusQuery':
      return { op: 'SYSTEM_STATE' }
    case 'ftest': {
      const lamps = command.lamps === 'all' ? null : [...new Set(command.lamps)].sort((a, b) => a - b)
      const kind = command.test === 'functional' ? 'FUNCTION' : 'DURATION'
      return { op: 'TEST', test: command.testId, kind, lamps }
    }
    case 'stopTest':
      return { op: 'TEST_STOP', test: command.testId }
    case 'identify':
      return { op: 'BLINK', n: command.lamp, seconds: command.seconds }
    case 'stop_blink':
      return { op: 'BLINK_STOP', n: command.lamp }
    case 'refresh':
      return { op: 'TELL_ALL' }
  }
}

export const sicuro: CentralUnitType = {
  facts: sicuroFacts,
  wire: { shadow: shadowBody, state: stateBody, records, commands },
  decodeShadow: (body) => {
    const { system, article, product, zone, configured, search } = shadowBody.parse(body)
    return {
      versions: {
        interface: system.panel,
        firmware: system.controller,
        nube: system.cloud,
        porting: system.port,
      },
      orderCode: article,
      productCode: product,
      utcOffsetMin: zone,
      lampsConfigured: configured,
      network: networkOf(search),
    }
  },
  decodeState: (body) => {
    const { system, lamps: items = [] } = unvalidatedState.parse(body)
    const unit = readPart(
      'unit',
      () => (system === undefined ? null : systemOf(systemBody.parse(system))),
      () => salvageSystem(system),
    )
    const { lamps, odd } = readLamps(items, (item) => lampOf(lampBody.parse(item)), identityOf)
    return { unit: unit.part, lamps, odd: [...unit.odd, ...odd] }
  },
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => commands[command.name].parse(encode(command)),
}
