import type { LampType, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { z } from 'zod'
import type { InvalidItem, ReportedLamp } from './central-unit-type.ts'

/** Reads the parts of a message one by one, so that an odd part hides no other. docs/protocol/messages.md */

const maxReasonLength = 80

/** Why a part could not be read, in a few words. */
const describeParseError = (error: unknown): string => {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined
  if (issue) return [issue.path.join('.'), issue.message].filter(Boolean).join(': ').slice(0, maxReasonLength)
  return (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength)
}

export const createInvalidItem = (item: string, error: unknown): InvalidItem => ({
  item,
  why: describeParseError(error),
})

/** The items that can be read, and the odd ones. `salvage` may still read a part of an odd item. */
export const readItems = <From, To>(
  items: readonly From[],
  read: (item: From) => To,
  salvage: (item: From, index: number) => { name: string; part: To | null },
): { read: To[]; odd: InvalidItem[] } => {
  const odd: InvalidItem[] = []
  const readOrSalvage = (item: From, index: number): To[] => {
    try {
      return [read(item)]
    } catch (error) {
      const { name, part } = salvage(item, index)
      odd.push(createInvalidItem(name, error))
      return part === null ? [] : [part]
    }
  }
  return { read: items.flatMap(readOrSalvage), odd }
}

/** What names a lamp in an odd item, with its readable errors. `type` is null where it cannot be read. */
export type LampIdentity = { addr: number; serial: string; type: LampType | null; errors: ReportedLampError[] }

/** A lamp of unknown state. One of unreadable type counts as an emergency lamp, so that no list omits it. */
const unknownLamp = ({ addr, serial, type, errors }: LampIdentity): ReportedLamp => ({
  addr,
  serial,
  type: type ?? 'emergency',
  function: null,
  mode: null,
  errors,
  batteryPercent: null,
  levelPercent: null,
  groups: [],
  parity: null,
  ratedMin: null,
  productCode: null,
  softwareVersion: null,
})

/** Reads the lamps of a state. An odd lamp with a readable address and serial has an unknown state. */
export const readLamps = <From>(
  items: readonly From[],
  read: (item: From) => ReportedLamp,
  identify: (item: From) => LampIdentity | null,
): { lamps: ReportedLamp[]; odd: InvalidItem[] } => {
  const { read: lamps, odd } = readItems(items, read, (item, index) => {
    const identity = identify(item)
    return identity
      ? { name: `lamp ${identity.addr}`, part: unknownLamp(identity) }
      : { name: `lamp item ${index + 1}`, part: null }
  })
  return { lamps, odd }
}

/** Reads one part of a message, or what `salvage` can still read of it. */
export const readPart = <Part>(
  name: string,
  read: () => Part,
  salvage: () => Part | null,
): { part: Part | null; odd: InvalidItem[] } => {
  const { read: parts, odd } = readItems([null], read, () => ({ name, part: salvage() }))
  return { part: parts[0] ?? null, odd }
}

/** Reads a list of addresses. A list of which nothing can be read is refused. */
export const readAddresses = <From>(
  items: readonly From[],
  read: (item: From) => number[] | number,
): { lamps: number[]; odd: InvalidItem[] } => {
  const { read: lamps, odd } = readItems(items, read, (_, index) => ({ name: `address item ${index + 1}`, part: null }))
  if (items.length > 0 && lamps.length === 0) throw new RangeError(`no address can be read: ${odd[0]?.why}`)
  return { lamps: lamps.flat(), odd }
}

/** A list of which each item is judged separately. */
export const unvalidatedList = (max: number) => z.array(z.unknown()).max(max)

/** The words of codes, each once; a code without a word is odd and left out. */
export const mapKnownCodes = <Word>(codes: unknown, words: Readonly<Record<string, Word>>): Word[] =>
  Array.isArray(codes)
    ? [...new Set(codes)].flatMap((code) =>
        typeof code === 'string' && Object.hasOwn(words, code) ? (words[code] ?? []) : [],
      )
    : []

/** Odd items named in one line. */
const maxNamedItems = 3

/** The odd items of a message in one line, for its dead letter. */
export const summarizeInvalidItems = (odd: readonly InvalidItem[]): string => {
  const named = odd.slice(0, maxNamedItems).map(({ item, why }) => `${item}: ${why}`)
  const more = odd.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
