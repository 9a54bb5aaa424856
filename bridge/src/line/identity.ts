import { emergencyQuery, emergencyType, query } from '../bus/opcodes.ts'
import {
  askEmergency,
  askFor,
  askMemory,
  askType,
  askTypes,
  askWhether,
  type Outcome,
  type Reading,
  type RunTransaction,
  read,
  readingsOf,
} from '../bus/transaction.ts'
import type { GearIdentity } from './gear.ts'

const priority = 4
/** Bytes per transaction: a longer one is repeated as a whole when others send. */
const bytesPerRead = 6
const identityFrom = 0x03
/** Device types of a gear in one list. */
const maxTypes = 6
const severalTypes = 255
const noTypes = 254
/** Types for which gear of edition 1 is asked, because it has no list: emergency, LED, colour. */
const typesOfInterest = [emergencyType, 6, 8]

/** Identity of one gear; `several` if more than one answers there, null if it could not be read now. */
export const readIdentity = async (run: RunTransaction, short: number): Promise<GearIdentity | 'several' | null> => {
  const version = await read(run, askFor({ short }, query.version), priority)
  const types = await readTypes(run, short, version)
  const memory = await readBankZero(run, short, version === 1 ? 12 : 16)
  const random = await readRandomAddress(run, short)
  if ([version, ...memory, ...random].includes('garbled') || types === 'several') return 'several'
  if (types === null || memory.includes('unknown')) return null
  const edition = types.includes(emergencyType) ? await readEdition(run, short) : null
  return { ...identityOf(memory), types, edition, randomAddress: addressOf(random) }
}

const readEdition = async (run: RunTransaction, short: number): Promise<1 | 2 | null> => {
  const edition = await read(run, askEmergency({ short }, emergencyQuery.extendedVersion), priority)
  if (typeof edition !== 'number') return null
  return edition === 1 ? 1 : 2
}

const readTypes = async (
  run: RunTransaction,
  short: number,
  version: Reading,
): Promise<number[] | 'several' | null> => {
  const first = await read(run, askFor({ short }, query.deviceType), priority)
  if (first === 'garbled') return 'several'
  if (typeof first !== 'number') return first === 'unknown' ? null : []
  if (first !== severalTypes) return first === noTypes ? [] : [first]
  return version === 1 ? typesByAsking(run, short) : listedTypes(await run(askTypes(short, maxTypes), priority))
}

const typesByAsking = async (run: RunTransaction, short: number): Promise<number[]> => {
  const types: number[] = []
  for (const type of typesOfInterest)
    if ((await askWhether(run, askType({ short }, type, emergencyQuery.extendedVersion), priority)) === 'yes')
      types.push(type)
  return types
}

/** The list is ascending, and ends with 254 or silence. Gear with the constant answer 255 has none. */
const listedTypes = (outcome: Outcome): number[] | 'several' | null => {
  if (!outcome.isDone) return null
  const types: number[] = []
  for (const reading of readingsOf(outcome).slice(1)) {
    if (reading === 'garbled') return 'several'
    if (typeof reading !== 'number' || reading >= noTypes || reading <= (types.at(-1) ?? -1)) break
    types.push(reading)
  }
  return types
}

const readBankZero = async (run: RunTransaction, short: number, count: number): Promise<Reading[]> => {
  const bytes: Reading[] = []
  for (let at = 0; at < count; at += bytesPerRead) {
    const length = Math.min(bytesPerRead, count - at)
    const outcome = await run(askMemory(short, 0, identityFrom + at, length), priority)
    bytes.push(...(outcome.isDone ? readingsOf(outcome) : new Array<Reading>(length).fill('unknown')))
  }
  return bytes
}

const readRandomAddress = async (run: RunTransaction, short: number): Promise<Reading[]> => {
  const bytes: Reading[] = []
  for (const code of [query.randomHigh, query.randomMiddle, query.randomLow])
    bytes.push(await read(run, askFor({ short }, code), priority))
  return bytes
}

const areNumbers = (readings: readonly Reading[]): readings is number[] =>
  readings.every((reading) => typeof reading === 'number')

/** All ones and all zeros mean "no number given by the maker". */
const isGiven = (bytes: readonly number[]): boolean =>
  !bytes.every((byte) => byte === 255) && !bytes.every((byte) => byte === 0)

const addressOf = (bytes: readonly Reading[]): number | null =>
  areNumbers(bytes) && isGiven(bytes) ? bytes.reduce((all, byte) => all * 256 + byte, 0) : null

/** GTIN 6 bytes, firmware 2, identification 8, or 4 in edition 1. */
const identityOf = (memory: readonly Reading[]): Pick<GearIdentity, 'gtin' | 'identification' | 'firmware'> => {
  const [gtin, firmware, identification] = [memory.slice(0, 6), memory.slice(6, 8), memory.slice(8)]
  return {
    gtin: areNumbers(gtin) && isGiven(gtin) ? String(gtin.reduce((all, byte) => all * 256 + byte, 0)) : null,
    firmware: areNumbers(firmware) && isGiven(firmware) ? firmware.join('.') : null,
    identification:
      areNumbers(identification) && isGiven(identification)
        ? identification.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')
        : null,
  }
}
