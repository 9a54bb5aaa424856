import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { readUnitTime, type UnitTime } from '@vigilux/contract/kernel/unit-time.ts'
import type {
  CentralUnitType,
  OddItem,
  ReportedRecord,
  ReportedShadow,
  ReportedState,
} from '@vigilux/device-plane/central-unit-type.ts'
import {
  type AckMessage,
  type MeteredLamp,
  type NumberedLampDetail,
  type ResponseMessage,
  recordNumber,
  responseMessage,
  telemetryNumbers,
  unjudgedOnline,
  unjudgedRecord,
  unjudgedShadow,
  unjudgedState,
} from '@vigilux/device-plane/envelope.wire.ts'
import { readLampDetails, readLampList, readTelemetry, readUnitDetail } from '@vigilux/device-plane/envelope-items.ts'
import { summaryOf } from '@vigilux/device-plane/items.ts'
import { parseUnitId, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import { type Excess, excessOf } from './message-bounds.ts'

/** Messages of units, decoded, by channel. */
export type OnlineNews = {
  unit: string
  life: string
  boot: number
  connection: number
  online: boolean
  /** Seconds that the unit's clock is ahead of ours; null where the message does not say. */
  driftS: number | null
}
export type ShadowNews = {
  unit: string
  life: string
  boot: number
  seq: number
  shadow: ReportedShadow
  /** Null where the message carries none: the last one still holds. */
  detail: UnitDetail | null
}
export type StateNews = {
  unit: string
  life: string
  boot: number
  seq: number
  /** The time by the unit's clock; null where it is unreadable. */
  unitTime: UnitTime | null
  state: ReportedState
  lampDetails: NumberedLampDetail[]
  /** Every address that has a lamp; null where the message does not say. */
  lampList: number[] | null
}
export type TelemetryNews = {
  unit: string
  life: string
  /** The first moment read, in quarters of an hour since 1970, and how many follow each other. */
  first: number
  count: number
  lamps: MeteredLamp[]
}
export type ResponseNews = { unit: string } & ResponseMessage
export type RecordNews = {
  unit: string
  life: string
  boot: number
  seq: number
  /** The time by the unit's clock; null where it is unreadable. */
  unitTime: UnitTime | null
  record: ReportedRecord
  /** As the unit wrote it; an unreadable time as JSON, null where there is none. */
  raw: { kind: string; at: string | null; body: unknown }
}

/** What names a record for ever. */
export type RecordNumber = Pick<RecordNews, 'life' | 'boot' | 'seq'>

type TelemetryNumbers = Pick<TelemetryNews, 'life' | 'first' | 'count'>

/**
 * One message. `retained`: the broker had kept it, so it says what was, not what happens now. `odd`: parts of it that could
 * not be read; the message is stored without them.
 */
export type DeviceNews = { retained: boolean; odd: OddItem[] } & ChannelNews
type ChannelNews =
  | { channel: 'online'; news: OnlineNews }
  | { channel: 'shadow'; news: ShadowNews }
  | { channel: 'state'; news: StateNews }
  | { channel: 'response'; news: ResponseNews }
  | { channel: 'record'; news: RecordNews }
  | { channel: 'telemetry'; news: TelemetryNews }

/** Why a message was dropped; counted by reason. */
export class Undecodable extends Error {
  readonly reason: 'topic' | 'json' | 'envelope' | 'body' | 'unit_type' | Excess
  /** What the unit may forget once this is set aside, as far as that could be read. */
  names: AckMessage | null = null
  constructor(reason: Undecodable['reason'], cause?: unknown) {
    super(`undecodable device message: ${reason}`, { cause })
    this.name = 'Undecodable'
    this.reason = reason
  }
}

/** Clocks are compared within ten years: a bound that every column holds, and that nobody has to tell apart. */
const mostDriftS = 10 * 365 * 86_400

const driftOf = ({ at }: UnitTime, readAt: Date): number => {
  const aheadS = Math.round((at.getTime() - readAt.getTime()) / 1000)
  return Math.min(mostDriftS, Math.max(-mostDriftS, aheadS))
}

const namesOfRecord = ({ life, boot, seq }: RecordNumber): AckMessage => ({ life, records: [[boot, seq]] })
const namesOfTelemetry = ({ life, first, count }: TelemetryNumbers): AckMessage => ({
  life,
  records: [],
  telemetry: Array.from({ length: count }, (_, n) => first + n),
})

/** What a unit may forget once this message is safe; null for what it does not keep. */
export const namesOf = ({ channel, news }: DeviceNews): AckMessage | null => {
  if (channel === 'record') return namesOfRecord(news)
  return channel === 'telemetry' ? namesOfTelemetry(news) : null
}

const unreadableCharacters = 60

/** The text of a time as it came, cut and escaped where no reader knows it. */
const textOfTime = (told: unknown): string | null =>
  typeof told === 'string' && readUnitTime(told) ? told : (JSON.stringify(told)?.slice(0, unreadableCharacters) ?? null)

const readRecord = (type: CentralUnitType, unit: string, json: unknown): RecordNews => {
  try {
    const { body, at, kind, ...rest } = attempt('envelope', () => unjudgedRecord.parse(json))
    const record = attempt('body', () => type.decodeRecord(kind, body))
    return { unit, ...rest, unitTime: readUnitTime(at), record, raw: { kind, at: textOfTime(at), body } }
  } catch (error) {
    const number = recordNumber.safeParse(json).data
    if (error instanceof Undecodable && number) error.names = namesOfRecord(number)
    throw error
  }
}

const attempt = <T>(reason: Undecodable['reason'], read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw new Undecodable(reason, cause)
  }
}

/**
 * `readAt`: our time, by which the unit's clock is read; null where the message has been under way for long. `retained`: the
 * broker had kept it.
 */
export type Reading = { readAt: Date | null; retained: boolean }

type Read<News> = { news: News; odd: OddItem[] }

const readShadow = (type: CentralUnitType, unit: string, json: unknown): Read<ShadowNews> => {
  const { body, at: _, detail: unjudged, ...rest } = attempt('envelope', () => unjudgedShadow.parse(json))
  const shadow = attempt('body', () => type.decodeShadow(body))
  const { detail, odd } = readUnitDetail(unjudged)
  return { news: { unit, ...rest, shadow, detail }, odd }
}

/** Whether nothing of a state could be read, so that the whole message is odd. */
const isEmpty = ({ state, lampDetails, lampList }: StateNews): boolean =>
  state.unit === null && state.lamps.length === 0 && lampDetails.length === 0 && lampList === null

const readState = (type: CentralUnitType, unit: string, json: unknown): Read<StateNews> => {
  const message = attempt('envelope', () => unjudgedState.parse(json))
  const { body, at, lampDetail = [], lampList: addrs, ...rest } = message
  const state = attempt('body', () => type.decodeState(body))
  const { lampDetails, odd: oddDetails } = readLampDetails(lampDetail)
  const { lampList, odd: oddAddrs } = readLampList(addrs)
  const odd = [...state.odd, ...oddDetails, ...oddAddrs]
  const news = { unit, ...rest, unitTime: readUnitTime(at), state, lampDetails, lampList }
  if (odd.length > 0 && isEmpty(news)) throw new Undecodable('body', new Error(summaryOf(odd)))
  return { news, odd }
}

const readMetered = (unit: string, json: unknown): Read<TelemetryNews> => {
  try {
    const { odd, ...telemetry } = attempt('envelope', () => readTelemetry(json))
    return { news: { unit, ...telemetry }, odd }
  } catch (error) {
    const numbers = telemetryNumbers.safeParse(json).data
    if (error instanceof Undecodable && numbers) error.names = namesOfTelemetry(numbers)
    throw error
  }
}

/** Reads one message of a unit, or throws {@link Undecodable}. */
export const decodeDeviceMessage = (
  types: Readonly<Record<string, CentralUnitType>>,
  topic: string,
  payload: Uint8Array,
  { readAt, retained }: Reading = { readAt: null, retained: false },
): DeviceNews => {
  const address = parseUpTopic(topic)
  const id = address && parseUnitId(address.unit)
  if (!address || !id) throw new Undecodable('topic')
  const type = types[id.cuType]
  if (!type || id.cuId.length !== type.facts.serialDigits) throw new Undecodable('unit_type')
  const excess = excessOf(payload)
  if (excess) throw new Undecodable(excess)
  const json = attempt('json', () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown)
  const { unit } = address
  switch (address.channel) {
    case 'online': {
      const { at, ...rest } = attempt('envelope', () => unjudgedOnline.parse(json))
      const unitTime = readUnitTime(at)
      const driftS = unitTime && readAt ? driftOf(unitTime, readAt) : null
      return { retained, odd: [], channel: 'online', news: { unit, ...rest, driftS } }
    }
    case 'shadow':
      return { retained, channel: 'shadow', ...readShadow(type, unit, json) }
    case 'state':
      return { retained, channel: 'state', ...readState(type, unit, json) }
    case 'record': {
      const news = readRecord(type, unit, json)
      const odd = news.record.kind === 'testStarted' ? news.record.odd : []
      return { retained, odd, channel: 'record', news }
    }
    case 'response': {
      const response = attempt('envelope', () => responseMessage.parse(json))
      return { retained, odd: [], channel: 'response', news: { unit, ...response } }
    }
    case 'telemetry':
      return { retained, channel: 'telemetry', ...readMetered(unit, json) }
    default:
      return address.channel satisfies never
  }
}
