import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { UnitTime } from '@vigilux/contract/kernel/unit-time.ts'
import type { InvalidItem, ReportedRecord, ReportedShadow, ReportedState } from './central-unit-type.ts'
import type { MeteredLamp, NumberedLampDetail, ResponseMessage } from './envelope.wire.ts'

/** Decoded messages of units, by channel. */
export type OnlineUpdate = {
  unit: string
  life: string
  boot: number
  connection: number
  online: boolean
  /** Seconds by which the unit's clock is ahead of the server's; null if the message carries no time. */
  driftS: number | null
}
export type ShadowUpdate = {
  unit: string
  life: string
  boot: number
  seq: number
  shadow: ReportedShadow
  /** Null if the message carries none: the previous detail stays valid. */
  detail: UnitDetail | null
}
export type StateUpdate = {
  unit: string
  life: string
  boot: number
  seq: number
  /** Time on the unit's clock; null if unreadable. */
  unitTime: UnitTime | null
  state: ReportedState
  lampDetails: NumberedLampDetail[]
  /** Every address with a lamp; null if the message lists none. */
  lampList: number[] | null
}
export type TelemetryUpdate = {
  unit: string
  life: string
  /** The first reading time, in quarters of an hour since 1970, and the number of consecutive ones. */
  first: number
  count: number
  lamps: MeteredLamp[]
}
export type ResponseUpdate = { unit: string } & ResponseMessage
export type RecordUpdate = {
  unit: string
  life: string
  boot: number
  seq: number
  /** Time on the unit's clock; null if unreadable. */
  unitTime: UnitTime | null
  record: ReportedRecord
  /** As the unit sent it; an unreadable time as JSON, a missing one as null. */
  raw: { kind: string; at: string | null; body: unknown }
}

/** Identifies a record permanently. */
export type RecordNumber = Pick<RecordUpdate, 'life' | 'boot' | 'seq'>

/**
 * `retained`: a retained message of the broker, so it describes the past. `invalidItems`: unreadable parts; the message
 * is stored without them.
 */
export type DeviceMessage = { retained: boolean; invalidItems: InvalidItem[] } & ChannelUpdate
type ChannelUpdate =
  | { channel: 'online'; update: OnlineUpdate }
  | { channel: 'shadow'; update: ShadowUpdate }
  | { channel: 'state'; update: StateUpdate }
  | { channel: 'response'; update: ResponseUpdate }
  | { channel: 'record'; update: RecordUpdate }
  | { channel: 'telemetry'; update: TelemetryUpdate }
