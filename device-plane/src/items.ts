import type { LampType, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { z } from 'zod'
import type { InvalidItem, ReportedLamp } from './central-unit-type.ts'

/** Reads the parts of a message one by one: an invalid part hides no other. docs/protocol/messages.md */

const maxReasonLength = 80

/** Short reason why a part is unreadable. */
const describeParseError = (error: unknown): string => {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined
  if (issue) return [issue.path.join('.'), issue.message].filter(Boolean).join(': ').slice(0, maxReasonLength)
  return (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength)
}

export const createInvalidItem = (item: string, error: unknown): InvalidItem => ({
  item,
  why: describeParseError(error),
})

/** Readable and invalid items. `salvage` may read a part of an invalid item. */
export const readItems = <From, To>(
  items: readonly From[],
  read: (item: From) => To,
  salvage: (item: From, index: number) => { name: string; part: To | null },
): { read: To[]; odd: InvalidItem[] } => {
  const invalidItems: InvalidItem[] = []
  const readOrSalvage = (item: From, index: number): To[] => {
    try {
      return [read(item)]
    } catch (error) {
      const { name, part } = salvage(item, index)
      invalidItems.push(createInvalidItem(name, error))
      return part === null ? [] : [part]
    }
  }
  return { read: items.flatMap(readOrSalvage), odd: invalidItems }
}

/** Identity of an invalid lamp, with its readable errors. `type` is null if unreadable. */
export type LampIdentity = { addr: number; serial: string; type: LampType | null; errors: ReportedLampError[] }

/** Lamp of unknown state. Without a readable type it counts as an emergency lamp: no list omits it. */
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

/** Reads the lamps of a state. An invalid lamp with a readable address and serial gets an unknown state. */
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

/** Reads one part of a message, or its readable rest by `salvage`. */
export const readPart = <Part>(
  name: string,
  read: () => Part,
  salvage: () => Part | null,
): { part: Part | null; odd: InvalidItem[] } => {
  const { read: parts, odd } = readItems([null], read, () => ({ name, part: salvage() }))
  return { part: parts[0] ?? null, odd }
}

/** Reads a list of addresses. A list without any readable address is refused. */
export const readAddresses = <From>(
  items: readonly From[],
  read: (item: From) => number[] | number,
): { lamps: number[]; odd: InvalidItem[] } => {
  const { read: lamps, odd } = readItems(items, read, (_, index) => ({ name: `address item ${index + 1}`, part: null }))
  if (items.length > 0 && lamps.length === 0) throw new RangeError(`no address can be read: ${odd[0]?.why}`)
  return { lamps: lamps.flat(), odd }
}

/** List whose items are validated separately. */
export const unvalidatedList = (max: number) => z.array(z.unknown()).max(max)

/** Distinct words of codes; a code without a word is invalid and skipped. */
export const mapKnownCodes = <Word>(codes: unknown, words: Readonly<Record<string, Word>>): Word[] =>
  Array.isArray(codes)
    ? [...new Set(codes)].flatMap((code) =>
        typeof code === 'string' && Object.hasOwn(words, code) ? (words[code] ?? []) : [],
      )
    : []

/** Maximum invalid items named in one line. */
const maxNamedItems = 3

/** Invalid items of a message in one line, for its dead letter. */
export const summarizeInvalidItems = (invalidItems: readonly InvalidItem[]): string => {
  const namedItems = invalidItems.slice(0, maxNamedItems).map(({ item, why }) => `${item}: ${why}`)
  const moreCount = invalidItems.length - namedItems.length
  return [...namedItems, ...(moreCount > 0 ? [`${moreCount} more`] : [])].join('; ')
}
