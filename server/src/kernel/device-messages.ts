import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type {
  CentralUnitType,
  ReportedRecord,
  ReportedShadow,
  ReportedState,
} from '@vigilux/device-plane/central-unit-type.ts'
import {
  type NumberedLampDetail,
  onlineMessage,
  type ResponseMessage,
  recordMessage,
  responseMessage,
  shadowMessage,
  stateMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { parseUnitId, parseUpTopic } from '@vigilux/device-plane/topics.ts'

/** Messages of units, decoded, by channel. */
export type OnlineNews = {
  unit: string
  life: string
  boot: number
  connection: number
  online: boolean
  at: Date | null
}
export type ShadowNews = {
  unit: string
  life: string
  boot: number
  seq: number
  at: Date
  shadow: ReportedShadow
  /** Null where the message carries none: the last one still holds. */
  detail: UnitDetail | null
}
export type StateNews = {
  unit: string
  life: string
  boot: number
  seq: number
  at: Date
  state: ReportedState
  lampDetails: NumberedLampDetail[]
}
export type ResponseNews = { unit: string } & ResponseMessage
export type RecordNews = {
  unit: string
  life: string
  boot: number
  seq: number
  at: Date
  record: ReportedRecord
  raw: { kind: string; body: unknown }
}

/** One message. `retained`: the broker had kept it, so it says what was, not what happens now. */
export type DeviceNews = { retained: boolean } & ChannelNews
type ChannelNews =
  | { channel: 'online'; news: OnlineNews }
  | { channel: 'shadow'; news: ShadowNews }
  | { channel: 'state'; news: StateNews }
  | { channel: 'response'; news: ResponseNews }
  | { channel: 'record'; news: RecordNews }

/** Why a message was dropped; counted by reason. */
export class Undecodable extends Error {
  readonly reason: 'topic' | 'json' | 'envelope' | 'body' | 'unit_type'
  constructor(reason: Undecodable['reason'], cause?: unknown) {
    super(`undecodable device message: ${reason}`, { cause })
    this.name = 'Undecodable'
    this.reason = reason
  }
}

const attempt = <T>(reason: Undecodable['reason'], read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw new Undecodable(reason, cause)
  }
}

/** Reads one message of a unit, or throws {@link Undecodable}. Null for channels that nothing listens to yet. */
export const decodeDeviceMessage = (
  types: Readonly<Record<string, CentralUnitType>>,
  topic: string,
  payload: Uint8Array,
  retained = false,
): DeviceNews | null => {
  const address = parseUpTopic(topic)
  const id = address && parseUnitId(address.unit)
  if (!address || !id) throw new Undecodable('topic')
  const type = types[id.cuType]
  if (!type || id.cuId.length !== type.facts.serialDigits) throw new Undecodable('unit_type')
  const json = attempt('json', () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown)
  const { unit } = address
  switch (address.channel) {
    case 'online': {
      const { at, ...rest } = attempt('envelope', () => onlineMessage.parse(json))
      // A birth that the broker kept says what the clock was then, not what it is now.
      return { retained, channel: 'online', news: { unit, ...rest, at: at && !retained ? new Date(at) : null } }
    }
    case 'shadow': {
      const { body, at, detail = null, ...rest } = attempt('envelope', () => shadowMessage.parse(json))
      const shadow = attempt('body', () => type.decodeShadow(body))
      return { retained, channel: 'shadow', news: { unit, ...rest, at: new Date(at), shadow, detail } }
    }
    case 'state': {
      const { body, at, lampDetail = [], ...rest } = attempt('envelope', () => stateMessage.parse(json))
      const state = attempt('body', () => type.decodeState(body))
      return { retained, channel: 'state', news: { unit, ...rest, at: new Date(at), state, lampDetails: lampDetail } }
    }
    case 'record': {
      const { body, at, kind, ...rest } = attempt('envelope', () => recordMessage.parse(json))
      const record = attempt('body', () => type.decodeRecord(kind, body))
      return { retained, channel: 'record', news: { unit, ...rest, at: new Date(at), record, raw: { kind, body } } }
    }
    case 'response':
      return {
        retained,
        channel: 'response',
        news: { unit, ...attempt('envelope', () => responseMessage.parse(json)) },
      }
    case 'telemetry':
      return null
    default:
      return address.channel satisfies never
  }
}
