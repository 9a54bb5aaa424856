import { type UnitDetail, unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { parseUnitTime, type UnitTime } from '@vigilux/contract/kernel/unit-time.ts'
import type { z } from 'zod'
import type { CentralUnitType, InvalidItem } from './central-unit-type.ts'
import type {
  DeviceMessage,
  RecordNumber,
  RecordUpdate,
  ShadowUpdate,
  StateUpdate,
  TelemetryUpdate,
} from './device-updates.ts'
import {
  type AckMessage,
  addr,
  type MeteredLamp,
  meteredLampOf,
  type NumberedLampDetail,
  numberedLampDetail,
  recordNumber,
  responseMessage,
  telemetryNumbers,
  unvalidatedOnline,
  unvalidatedRecord,
  unvalidatedShadow,
  unvalidatedState,
  unvalidatedTelemetry,
} from './envelope.wire.ts'
import { createInvalidItem, readItems, summarizeInvalidItems } from './items.ts'
import { type ExceededBound, findExceededBound } from './message-bounds.ts'
import { parseUnitId, parseUpTopic } from './topics.ts'

/** Reason for which a message is dropped; counted by reason. */
export class Undecodable extends Error {
  readonly reason: 'topic' | 'json' | 'envelope' | 'body' | 'unit_type' | ExceededBound
  /** Records for the unit to delete once the dead letter is stored, if readable. */
  names: AckMessage | null = null
  constructor(reason: Undecodable['reason'], cause?: unknown) {
    super(`undecodable device message: ${reason}`, { cause })
    this.name = 'Undecodable'
    this.reason = reason
  }
}

type TelemetryNumbers = Pick<TelemetryUpdate, 'life' | 'first' | 'count'>

/** Clock drift is compared within ten years: every column holds this range, and larger values need no distinction. */
const maxDriftS = 10 * 365 * 86_400

const driftOf = ({ at }: UnitTime, readAt: Date): number => {
  const aheadS = Math.round((at.getTime() - readAt.getTime()) / 1000)
  return Math.min(maxDriftS, Math.max(-maxDriftS, aheadS))
}

const recordAcknowledgement = ({ life, boot, seq }: RecordNumber): AckMessage => ({ life, records: [[boot, seq]] })
const telemetryAcknowledgement = ({ life, first, count }: TelemetryNumbers): AckMessage => ({
  life,
  records: [],
  telemetry: Array.from({ length: count }, (_, n) => first + n),
})

/** Records for the unit to delete once this message is stored; null for messages not retained by units. */
export const acknowledgementOf = ({ channel, update }: DeviceMessage): AckMessage | null => {
  if (channel === 'record') return recordAcknowledgement(update)
  return channel === 'telemetry' ? telemetryAcknowledgement(update) : null
}

export type Acknowledgement = AckMessage & { unit: string }

/** Maximum of moments in one acknowledgement; its records are bounded by the messages in a transaction. */
const maxMomentsPerAck = 1_000

const splitAcknowledgement = ({ telemetry, ...ack }: Acknowledgement): Acknowledgement[] => {
  if (!telemetry) return [ack]
  const parts = Math.ceil(telemetry.length / maxMomentsPerAck)
  return Array.from({ length: parts }, (_, n) => ({
    ...ack,
    records: n === 0 ? ack.records : [],
    telemetry: telemetry.slice(n * maxMomentsPerAck, (n + 1) * maxMomentsPerAck),
  }))
}

/** The acknowledgements for these messages, per unit and life. */
export const acknowledgementsOf = (items: readonly DeviceMessage[]): Acknowledgement[] => {
  const byLife = new Map<string, Acknowledgement>()
  for (const item of items) {
    const names = acknowledgementOf(item)
    if (!names) continue
    const { unit } = item.update
    const unitAcknowledgement = byLife.get(`${unit} ${names.life}`)
    if (!unitAcknowledgement) byLife.set(`${unit} ${names.life}`, { unit, ...names })
    else {
      unitAcknowledgement.records.push(...names.records)
      if (names.telemetry)
        unitAcknowledgement.telemetry = [...(unitAcknowledgement.telemetry ?? []), ...names.telemetry]
    }
  }
  return [...byLife.values()].flatMap(splitAcknowledgement)
}

const maxUnreadableCharacters = 60

/** The original text of an unreadable time, truncated and escaped. */
const unreadTimeText = (unitTime: unknown): string | null =>
  typeof unitTime === 'string' && parseUnitTime(unitTime)
    ? unitTime
    : (JSON.stringify(unitTime)?.slice(0, maxUnreadableCharacters) ?? null)

const readRecord = (type: CentralUnitType, unit: string, json: unknown): RecordUpdate => {
  try {
    const { body, at, kind, ...envelope } = readOrThrow('envelope', () => unvalidatedRecord.parse(json))
    const record = readOrThrow('body', () => type.decodeRecord(kind, body))
    return { unit, ...envelope, unitTime: parseUnitTime(at), record, raw: { kind, at: unreadTimeText(at), body } }
  } catch (error) {
    const number = recordNumber.safeParse(json).data
    if (error instanceof Undecodable && number) error.names = recordAcknowledgement(number)
    throw error
  }
}

const readOrThrow = <T>(reason: Undecodable['reason'], read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw new Undecodable(reason, cause)
  }
}

/**
 * `readAt`: server time against which the unit's clock is compared; null if the message was delayed. `retained`: a
 * retained message of the broker.
 */
export type ReadContext = { readAt: Date | null; retained: boolean }

/** Reads the lists of the envelope item by item. docs/protocol/messages.md */
type Detail = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Detail without the invalid items of its lists; null if the fault is not within a list. */
const dropInvalidItems = (detail: unknown, issues: readonly z.core.$ZodIssue[]): Detail | null => {
  const invalidIndexesByField = new Map<string, Set<number>>()
  for (const { path } of issues) {
    const [field, index] = path
    if (typeof field !== 'string' || typeof index !== 'number') return null
    invalidIndexesByField.set(field, (invalidIndexesByField.get(field) ?? new Set()).add(index))
  }
  if (!isObject(detail)) return null
  return Object.fromEntries(
    Object.entries(detail).map(([field, value]) => {
      const invalidIndexes = invalidIndexesByField.get(field)
      return [
        field,
        invalidIndexes && Array.isArray(value) ? value.filter((_, index) => !invalidIndexes.has(index)) : value,
      ]
    }),
  )
}

const invalidItemsOfIssues = (issues: readonly z.core.$ZodIssue[]): InvalidItem[] =>
  issues.map(({ path, message }) => createInvalidItem(['detail', ...path.slice(0, 2)].join('.'), new Error(message)))

/**
 * Reads the detail of a unit without the invalid items of its lists. A detail with another fault is discarded and the
 * last one remains, because an omitted field would mean a missing part of the unit. @internal
 */
export const readUnitDetail = (detail: unknown): { detail: UnitDetail | null; odd: InvalidItem[] } => {
  if (detail === undefined) return { detail: null, odd: [] }
  const read = unitDetail.safeParse(detail)
  if (read.success) return { detail: read.data, odd: [] }
  const { issues } = read.error
  return {
    detail: unitDetail.safeParse(dropInvalidItems(detail, issues)).data ?? null,
    odd: invalidItemsOfIssues(issues),
  }
}

/** Reads the details of lamps. A lamp with an invalid detail keeps its last one. @internal */
export const readLampDetails = (
  items: readonly unknown[],
): { lampDetails: NumberedLampDetail[]; odd: InvalidItem[] } => {
  const { read, odd } = readItems(
    items,
    (item) => numberedLampDetail.parse(item),
    (item, index) => {
      const at = isObject(item) ? addr.safeParse(item.addr).data : undefined
      return { name: at === undefined ? `detail item ${index + 1}` : `detail of lamp ${at}`, part: null }
    },
  )
  return { lampDetails: read, odd }
}

/**
 * Reads the list of addresses with a lamp. A list with an invalid address is discarded, because its lamp must not be
 * removed. @internal
 */
export const readLampList = (
  items: readonly unknown[] | undefined,
): { lampList: number[] | null; odd: InvalidItem[] } => {
  const { read, odd } = readItems(
    items ?? [],
    (item) => addr.parse(item),
    (_, index) => ({ name: `lampList item ${index + 1}`, part: null }),
  )
  return { lampList: items && odd.length === 0 ? read : null, odd }
}

const findAddr = (item: unknown): number | undefined => (Array.isArray(item) ? addr.safeParse(item[0]).data : undefined)

/**
 * Reads telemetry. Invalid or duplicate lamps are skipped; a message without any readable lamp is refused.
 * @internal
 */
export const readTelemetry = (json: unknown) => {
  const { life, first, count, lamps: items } = unvalidatedTelemetry.parse(json)
  const schema = meteredLampOf(count)
  const namedLamps = new Set<number | string>()
  const read = (item: unknown): MeteredLamp => {
    const lamp = schema.parse(item)
    const [place, serial] = lamp
    if (namedLamps.has(place) || namedLamps.has(serial)) throw new RangeError('a lamp is named once')
    namedLamps.add(place).add(serial)
    return lamp
  }
  const { read: lamps, odd } = readItems(items, read, (item, index) => ({
    name: `lamp ${findAddr(item) ?? `item ${index + 1}`}`,
    part: null,
  }))
  if (lamps.length === 0) throw new RangeError(`no lamp can be read: ${odd[0]?.why}`)
  return { life, first, count, lamps, odd }
}

type Decoded<Update> = { update: Update; invalidItems: InvalidItem[] }

const readShadow = (type: CentralUnitType, unit: string, json: unknown): Decoded<ShadowUpdate> => {
  const {
    body,
    at: _,
    detail: unvalidatedDetail,
    ...envelope
  } = readOrThrow('envelope', () => unvalidatedShadow.parse(json))
  const shadow = readOrThrow('body', () => type.decodeShadow(body))
  const { detail, odd: invalidItems } = readUnitDetail(unvalidatedDetail)
  return { update: { unit, ...envelope, shadow, detail }, invalidItems }
}

/** Whether no part of a state could be read, so the whole message is invalid. */
const isEmpty = ({ state, lampDetails, lampList }: StateUpdate): boolean =>
  state.unit === null && state.lamps.length === 0 && lampDetails.length === 0 && lampList === null

const readState = (type: CentralUnitType, unit: string, json: unknown): Decoded<StateUpdate> => {
  const message = readOrThrow('envelope', () => unvalidatedState.parse(json))
  const { body, at, lampDetail = [], lampList: addrs, ...envelope } = message
  const state = readOrThrow('body', () => type.decodeState(body))
  const { lampDetails, odd: oddDetails } = readLampDetails(lampDetail)
  const { lampList, odd: oddAddrs } = readLampList(addrs)
  const invalidItems = [...state.odd, ...oddDetails, ...oddAddrs]
  const update = { unit, ...envelope, unitTime: parseUnitTime(at), state, lampDetails, lampList }
  if (invalidItems.length > 0 && isEmpty(update))
    throw new Undecodable('body', new Error(summarizeInvalidItems(invalidItems)))
  return { update, invalidItems }
}

const readTelemetryUpdate = (unit: string, json: unknown): Decoded<TelemetryUpdate> => {
  try {
    const { odd: invalidItems, ...telemetry } = readOrThrow('envelope', () => readTelemetry(json))
    return { update: { unit, ...telemetry }, invalidItems }
  } catch (error) {
    const numbers = telemetryNumbers.safeParse(json).data
    if (error instanceof Undecodable && numbers) error.names = telemetryAcknowledgement(numbers)
    throw error
  }
}

/** Decodes one message of a unit, or throws {@link Undecodable}. */
export const decodeDeviceMessage = (
  types: Readonly<Record<string, CentralUnitType>>,
  topic: string,
  payload: Uint8Array,
  { readAt, retained }: ReadContext = { readAt: null, retained: false },
): DeviceMessage => {
  const address = parseUpTopic(topic)
  const id = address && parseUnitId(address.unit)
  if (!address || !id) throw new Undecodable('topic')
  const type = types[id.cuType]
  if (!type || id.cuId.length !== type.facts.serialDigits) throw new Undecodable('unit_type')
  const exceededBound = findExceededBound(payload)
  if (exceededBound) throw new Undecodable(exceededBound)
  const json = readOrThrow(
    'json',
    () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown,
  )
  const { unit } = address
  switch (address.channel) {
    case 'online': {
      const { at, ...envelope } = readOrThrow('envelope', () => unvalidatedOnline.parse(json))
      const unitTime = parseUnitTime(at)
      const driftS = unitTime && readAt ? driftOf(unitTime, readAt) : null
      return { retained, invalidItems: [], channel: 'online', update: { unit, ...envelope, driftS } }
    }
    case 'shadow':
      return { retained, channel: 'shadow', ...readShadow(type, unit, json) }
    case 'state':
      return { retained, channel: 'state', ...readState(type, unit, json) }
    case 'record': {
      const update = readRecord(type, unit, json)
      const invalidItems = update.record.kind === 'testStarted' ? update.record.odd : []
      return { retained, invalidItems, channel: 'record', update }
    }
    case 'response': {
      const response = readOrThrow('envelope', () => responseMessage.parse(json))
      return { retained, invalidItems: [], channel: 'response', update: { unit, ...response } }
    }
    case 'telemetry':
      return { retained, channel: 'telemetry', ...readTelemetryUpdate(unit, json) }
    default:
      return address.channel satisfies never
  }
}
