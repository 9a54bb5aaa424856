import { testResults, testTriggers } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import { groupsOfMask, knownNamesOfBits, memberAt, namesOfBits } from '../../bits.ts'
import type {
  CentralUnitType,
  DrivingCommand,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedState,
} from '../../central-unit-type.ts'
import { inhibited } from '../../inhibition.ts'
import { type LampIdentity, readAddresses, readItems, readLamps, readPart, unjudgedList } from '../../items.ts'
import { sceneRan } from '../../scene-ran.ts'
import { bytesOf, bytesOfUuid, hexOf, lampAt, lampsOfPage, pagesIn, pagesOfLamps, serialOf, uuidOf } from './bytes.ts'
import { logicafmFacts } from './facts.ts'
import {
  commandBody,
  type FmPage,
  lampBytes,
  lampFlag,
  lampOffset,
  lampPage,
  lampsPerPage,
  networkHex,
  opcode,
  pageCount,
  records,
  shadowBody,
  stateBody,
  testNumber,
  unitHex,
  unknownByte,
  unknownWord,
} from './wire.ts'
import {
  functions,
  lampErrors,
  modes,
  networkStates,
  reasons,
  testOutcomes,
  unitErrors,
  unitWarnings,
} from './words.ts'

const networkOf = (hex: string): ReportedNetwork => {
  const bytes = bytesOf(hex)
  const plantCode = bytes.readUInt8(1)
  const found = bytes.readUInt16BE(2)
  const expected = bytes.readUInt16BE(4)
  if (plantCode > 92) throw new RangeError(`plant code ${plantCode} does not exist`)
  if (found > logicafmFacts.maxLamps) throw new RangeError(`${found} lamps are more than a unit holds`)
  return {
    state: memberAt(networkStates, bytes.readUInt8(0), 'network state'),
    plantCode: plantCode === 0 ? null : plantCode,
    found,
    expected: expected === unknownWord ? null : expected,
  }
}

const percentOf = (value: number, what: string): number | null => {
  if (value === unknownByte) return null
  if (value > 100) throw new RangeError(`${what} of ${value} %`)
  return value
}

const parityOf = (flags: number): ReportedLamp['parity'] => {
  if ((flags & lampFlag.hasParity) === 0) return null
  return (flags & lampFlag.odd) !== 0 ? 'odd' : 'even'
}

const lampOf = (addr: number, bytes: Buffer): ReportedLamp => {
  const flags = bytes.readUInt8(lampOffset.flags)
  const type = memberAt(lampTypes, flags >>> lampFlag.kindShift, 'lamp kind')
  const rated = bytes.readUInt8(lampOffset.rated)
  const product = bytes.readUInt16BE(lampOffset.product)
  return {
    addr,
    serial: serialOf(bytes, lampOffset.serial, (flags & lampFlag.longSerial) !== 0),
    type,
    function: memberAt(functions, (flags >>> lampFlag.functionShift) & 3, 'function'),
    mode: memberAt(modes, bytes.readUInt8(lampOffset.mode), 'mode'),
    errors: namesOfBits(bytes.readUIntBE(lampOffset.faults, 3), lampErrors),
    batteryPercent: percentOf(bytes.readUInt8(lampOffset.battery), 'battery'),
    levelPercent: percentOf(bytes.readUInt8(lampOffset.level), 'level'),
    groups: groupsOfMask(bytes.readUInt16BE(lampOffset.groups)),
    parity: parityOf(flags),
    ratedMin: rated === 0 ? null : rated * 15,
    productCode: product === 0 ? null : `FM${product.toString().padStart(5, '0')}`,
    softwareVersion: `${bytes.readUInt8(lampOffset.softwareMajor)}.${bytes.readUInt8(lampOffset.softwareMinor)}`,
  }
}

type PlacedBytes = { addr: number; bytes: Buffer }

/** The bytes of each lamp of a page, at its address. */
const placedIn = ({ p, m, d }: FmPage): PlacedBytes[] => {
  const present = bytesOf(m).readUInt32BE(0)
  const bytes = bytesOf(d)
  const placed: PlacedBytes[] = []
  let offset = 0
  for (let position = 0; position < lampsPerPage; position++) {
    if (((present >>> position) & 1) === 0) continue
    if (offset + lampBytes > bytes.length) throw new RangeError('fewer lamps than the page names')
    placed.push({ addr: lampAt(p, position), bytes: bytes.subarray(offset, offset + lampBytes) })
    offset += lampBytes
  }
  if (offset !== bytes.length) throw new RangeError('more lamps than the page names')
  return placed
}

/** What an odd lamp still says; null where its flags and its serial contradict each other. */
const identityOf = ({ addr, bytes }: PlacedBytes): LampIdentity | null => {
  const flags = bytes.readUInt8(lampOffset.flags)
  const isLong = (flags & lampFlag.longSerial) !== 0
  if (!isLong && bytes.readUInt8(lampOffset.serial) > 0) return null
  return {
    addr,
    serial: serialOf(bytes, lampOffset.serial, isLong),
    type: lampTypes[flags >>> lampFlag.kindShift] ?? null,
    errors: knownNamesOfBits(bytes.readUIntBE(lampOffset.faults, 3), lampErrors),
  }
}

const readPages = (pages: readonly unknown[]) => {
  const { read: placed, odd } = readItems(
    pages,
    (page) => placedIn(lampPage.parse(page)),
    (_, index) => ({ name: `page item ${index + 1}`, part: null }),
  )
  const { lamps, odd: oddLamps } = readLamps(placed.flat(), ({ addr, bytes }) => lampOf(addr, bytes), identityOf)
  return { lamps, odd: [...odd, ...oddLamps] }
}

type UnitParts = { u?: unknown; n?: unknown }

const unitOf = ({ u, n }: UnitParts): ReportedState['unit'] => {
  if (u === undefined && n !== undefined) throw new RangeError('a network without its unit')
  if (u === undefined) return null
  const bytes = bytesOf(unitHex.parse(u))
  const flags = bytes.readUInt8(0)
  if (flags > 1) throw new RangeError(`unit flags 0x${flags.toString(16)}`)
  return {
    onBattery: flags === 1,
    errors: namesOfBits(bytes.readUInt32BE(1), unitErrors),
    warnings: namesOfBits(bytes.readUInt16BE(5), unitWarnings),
    network: n === undefined ? null : networkOf(networkHex.parse(n)),
  }
}

/** What an odd unit still says. */
const unitRemainsOf = ({ u }: UnitParts): ReportedState['unit'] => {
  const hex = unitHex.safeParse(u)
  if (!hex.success) return null
  const bytes = bytesOf(hex.data)
  return {
    onBattery: (bytes.readUInt8(0) & 1) === 1,
    errors: knownNamesOfBits(bytes.readUInt32BE(1), unitErrors),
    warnings: knownNamesOfBits(bytes.readUInt16BE(5), unitWarnings),
    network: null,
  }
}

const unjudgedState = stateBody.extend({
  u: z.unknown().optional(),
  n: z.unknown().optional(),
  pg: unjudgedList(pageCount).optional(),
})

const testKindOf = (value: number) => memberAt(['functional', 'autonomy'] as const, value - 1, 'kind of test')

/** In the place of the end of an inhibition that has none. */
const withoutEnd = 0xffff_ffff

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  TS: (body) => {
    const bytes = bytesOf(records.TS.parse(body).x)
    return {
      kind: 'testStarted',
      testId: uuidOf(bytes),
      test: testKindOf(bytes.readUInt8(16)),
      trigger: memberAt(testTriggers, bytes.readUInt8(17), 'trigger'),
      ...readAddresses(pagesIn(bytes.subarray(18)), lampsOfPage),
    }
  },
  TR: (body) => {
    const bytes = bytesOf(records.TR.parse(body).x)
    const flags = bytes.readUInt8(22)
    const seconds = bytes.readUInt16BE(24)
    return {
      kind: 'testResult',
      testId: uuidOf(bytes),
      lamp: lampAt(bytes.readUInt8(16), bytes.readUInt8(17)),
      serial: serialOf(bytes, 18, (flags & 1) === 1),
      result: memberAt(testResults, flags >>> 4, 'result'),
      reason: memberAt(reasons, bytes.readUInt8(23), 'reason'),
      measuredS: seconds === unknownWord ? null : seconds,
    }
  },
  TE: (body) => {
    const bytes = bytesOf(records.TE.parse(body).x)
    return { kind: 'testEnded', testId: uuidOf(bytes), outcome: memberAt(testOutcomes, bytes.readUInt8(16), 'outcome') }
  },
  PF: (body) => {
    records.PF.parse(body)
    return { kind: 'mainsFailed' }
  },
  PR: (body) => {
    records.PR.parse(body)
    return { kind: 'mainsRestored' }
  },
  LF: (body) => {
    const bytes = bytesOf(records.LF.parse(body).x)
    const flags = bytes.readUInt8(6)
    return {
      kind: 'lampFault',
      lamp: lampAt(bytes.readUInt8(0), bytes.readUInt8(1)),
      serial: serialOf(bytes, 2, (flags & 1) === 1),
      error: memberAt(lampErrors, bytes.readUInt8(7), 'lamp fault'),
      cleared: (flags & 0x80) !== 0,
    }
  },
  UF: (body) => {
    const bytes = bytesOf(records.UF.parse(body).x)
    return {
      kind: 'unitFault',
      error: memberAt(unitErrors, bytes.readUInt8(0), 'unit fault'),
      cleared: bytes.readUInt8(1) === 1,
    }
  },
  IN: (body) => {
    const bytes = bytesOf(records.IN.parse(body).x)
    return { kind: 'inputChanged', input: bytes.readUInt8(0), on: bytes.readUInt8(1) === 1 }
  },
  IS: (body) => {
    const until = bytesOf(records.IS.parse(body).x).readUInt32BE(0)
    return inhibited(until === withoutEnd ? null : until)
  },
  IE: (body) => {
    const because = bytesOf(records.IE.parse(body).x).readUInt8(0)
    return { kind: 'inhibitionEnded', because: memberAt(inhibitionEnds, because, 'end of an inhibition') }
  },
  SC: (body) => {
    const bytes = bytesOf(records.SC.parse(body).x)
    return sceneRan({
      ...{ scene: uuidOf(bytes), version: bytes.readUInt32BE(16), minute: bytes.readUInt32BE(20) || null },
      ...{ input: bytes.readUInt8(24) || null, outcome: memberAt(sceneOutcomes, bytes.readUInt8(25), 'outcome') },
    })
  },
}

const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

const knownLamp = (lamp: number): number => {
  if (!Number.isInteger(lamp) || lamp < 1 || lamp > logicafmFacts.maxLamps) throw new RangeError(`lamp ${lamp}`)
  return lamp
}

const placeOf = (lamp: number): number[] => {
  const index = knownLamp(lamp) - 1
  return [Math.floor(index / lampsPerPage), index % lampsPerPage]
}

const wordBytes = (value: number): number[] => {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff) throw new RangeError(`${value} does not fit 16 bits`)
  return [value >>> 8, value & 0xff]
}

/** The bytes after the operation code. */
const operandsOf = (command: DrivingCommand): Uint8Array => {
  switch (command.name) {
    case 'enrol':
      return Uint8Array.from(wordBytes(command.windowS))
    case 'createNetwork':
      if (command.plantCode === null) throw new RangeError('a radio network needs its plant code')
      if (command.plantCode < 1 || command.plantCode > 92) throw new RangeError(`plant code ${command.plantCode}`)
      return Uint8Array.of(command.plantCode)
    case 'ftest': {
      const pages = command.lamps === 'all' ? Buffer.alloc(0) : pagesOfLamps(command.lamps.map(knownLamp))
      if (command.lamps !== 'all' && pages.length === 0) throw new RangeError('a test of no lamps')
      const kind = command.test === 'functional' ? testNumber.functional : testNumber.duration
      return Buffer.concat([bytesOfUuid(command.testId), Uint8Array.of(kind), pages])
    }
    case 'stopTest':
      return bytesOfUuid(command.testId)
    case 'identify':
      return Uint8Array.from([...placeOf(command.lamp), ...wordBytes(command.seconds)])
    case 'stop_blink':
      return Uint8Array.from(placeOf(command.lamp))
    case 'deEnrol':
    case 'statusQuery':
    case 'refresh':
      return new Uint8Array()
  }
}

const versionOf = (bytes: Buffer, index: number): string | null =>
  bytes.readUInt16BE(index * 2) === unknownWord ? null : `${bytes[index * 2]}.${bytes[index * 2 + 1]}`

export const logicafm: CentralUnitType = {
  facts: logicafmFacts,
  decodeShadow: (body) => {
    const { v, order, product, tz, cfg, n } = shadowBody.parse(body)
    const versions = bytesOf(v)
    const utcOffsetMin = bytesOf(tz).readInt16BE(0)
    if (Math.abs(utcOffsetMin) > 840) throw new RangeError(`UTC offset of ${utcOffsetMin} min`)
    const configured = bytesOf(cfg).readUInt16BE(0)
    return {
      versions: {
        interface: versionOf(versions, 0),
        firmware: versionOf(versions, 1),
        nube: versionOf(versions, 2),
        porting: versionOf(versions, 3),
      },
      orderCode: order ?? null,
      productCode: product ?? null,
      utcOffsetMin,
      lampsConfigured: configured === unknownWord ? null : configured,
      network: networkOf(n),
    }
  },
  decodeState: (body) => {
    const { pg = [], ...parts } = unjudgedState.parse(body)
    const unit = readPart(
      'unit',
      () => unitOf(parts),
      () => unitRemainsOf(parts),
    )
    const { lamps, odd } = readPages(pg)
    return { unit: unit.part, lamps, odd: [...unit.odd, ...odd] }
  },
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => {
    const bytes = Buffer.concat([Uint8Array.of(opcode[command.name]), operandsOf(command)])
    return commandBody.parse({ x: hexOf(bytes) })
  },
}
