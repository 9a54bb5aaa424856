import { lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import { z } from 'zod'
import { groupsOfMask, knownNamesOfBits, memberAt, namesOfBits } from '../../bits.ts'
import type { ReportedLamp, ReportedNetwork, ReportedState } from '../../central-unit-type.ts'
import { type LampIdentity, readItems, readLamps, readPart, unvalidatedList } from '../../items.ts'
import { addrOfLamp, bytesOf, serialOf } from './bytes.ts'
import { logicafmFacts } from './facts.ts'
import {
  type FmPage,
  lampBytes,
  lampFlag,
  lampOffset,
  lampPage,
  lampsPerPage,
  networkHex,
  pageCount,
  stateBody,
  unitHex,
  unknownByte,
  unknownWord,
} from './wire.ts'
import { functions, lampErrors, modes, networkStates, unitErrors, unitWarnings } from './words.ts'

/** Decodes states of a logicafm unit. */

export const networkOf = (hex: string): ReportedNetwork => {
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

type LampBytes = { addr: number; bytes: Buffer }

/** Bytes of each lamp of a page, with its address. */
const splitLampBytes = ({ p, m, d }: FmPage): LampBytes[] => {
  const present = bytesOf(m).readUInt32BE(0)
  const bytes = bytesOf(d)
  const lampParts: LampBytes[] = []
  let offset = 0
  for (let position = 0; position < lampsPerPage; position++) {
    if (((present >>> position) & 1) === 0) continue
    if (offset + lampBytes > bytes.length) throw new RangeError('fewer lamps than the page names')
    lampParts.push({ addr: addrOfLamp(p, position), bytes: bytes.subarray(offset, offset + lampBytes) })
    offset += lampBytes
  }
  if (offset !== bytes.length) throw new RangeError('more lamps than the page names')
  return lampParts
}

/** Readable identity of an invalid lamp; null if its flags contradict its serial. */
const identityOf = ({ addr, bytes }: LampBytes): LampIdentity | null => {
  const flags = bytes.readUInt8(lampOffset.flags)
  const isLongSerial = (flags & lampFlag.longSerial) !== 0
  if (!isLongSerial && bytes.readUInt8(lampOffset.serial) > 0) return null
  return {
    addr,
    serial: serialOf(bytes, lampOffset.serial, isLongSerial),
    type: lampTypes[flags >>> lampFlag.kindShift] ?? null,
    errors: knownNamesOfBits(bytes.readUIntBE(lampOffset.faults, 3), lampErrors),
  }
}

const readPages = (pages: readonly unknown[]) => {
  const { read: lampParts, odd } = readItems(
    pages,
    (page) => splitLampBytes(lampPage.parse(page)),
    (_, index) => ({ name: `page item ${index + 1}`, part: null }),
  )
  const { lamps, odd: invalidLamps } = readLamps(lampParts.flat(), ({ addr, bytes }) => lampOf(addr, bytes), identityOf)
  return { lamps, odd: [...odd, ...invalidLamps] }
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

/** Readable part of an invalid unit. */
const salvageUnit = ({ u }: UnitParts): ReportedState['unit'] => {
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

const unvalidatedState = stateBody.extend({
  u: z.unknown().optional(),
  n: z.unknown().optional(),
  pg: unvalidatedList(pageCount).optional(),
})

export const decodeState = (body: unknown): ReportedState => {
  const { pg = [], ...parts } = unvalidatedState.parse(body)
  const unit = readPart(
    'unit',
    () => unitOf(parts),
    () => salvageUnit(parts),
  )
  const { lamps, odd } = readPages(pg)
  return { unit: unit.part, lamps, odd: [...unit.odd, ...odd] }
}
