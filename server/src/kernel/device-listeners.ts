import type {
  OnlineUpdate,
  RecordUpdate,
  ResponseUpdate,
  ShadowUpdate,
  StateUpdate,
  TelemetryUpdate,
} from '@vigilux/device-plane/device-updates.ts'
import type { Log } from './log.ts'
import type { EnrolledUnits } from './unit-register.ts'
import type { Work } from './work.ts'

export type RegisterContext = { work: Work; log: Log }

export type ListenerContext = RegisterContext & {
  /** The enrolled units of the messages, by unit id. */
  units: EnrolledUnits
}

/**
 * A feature's listeners for messages of units; each receives those of one batch, in order. Shadows, states, records and
 * telemetry are those of the enrolled life; connections and answers may come from any life.
 */
export type DeviceListeners = {
  online?(updates: OnlineUpdate[], context: ListenerContext): Promise<void>
  shadow?(updates: ShadowUpdate[], context: ListenerContext): Promise<void>
  state?(updates: StateUpdate[], context: ListenerContext): Promise<void>
  record?(updates: RecordUpdate[], context: ListenerContext): Promise<void>
  telemetry?(updates: TelemetryUpdate[], context: ListenerContext): Promise<void>
  response?(updates: ResponseUpdate[], context: ListenerContext): Promise<void>
  /** Runs after all channels: the still connected senders of this batch, each with its life. */
  heard?(lives: ReadonlyMap<string, string>, context: ListenerContext): Promise<void>
}
