import type {
  OnlineUpdate,
  RecordUpdate,
  ResponseUpdate,
  ShadowUpdate,
  StateUpdate,
  TelemetryUpdate,
} from './device-messages.ts'
import type { Log } from './log.ts'
import type { EnrolledUnits } from './unit-register.ts'
import type { Work } from './work.ts'

export type RegisterContext = { work: Work; log: Log }

export type ListenerContext = RegisterContext & {
  /** The enrolled units behind the messages, by unit id. */
  units: EnrolledUnits
}

/**
 * What a feature does with the messages of units; each gets those of one batch, in their order. Shadows, states,
 * records and telemetry are those of the enrolled life; connections and answers come in any life.
 */
export type DeviceListeners = {
  online?(news: OnlineUpdate[], context: ListenerContext): Promise<void>
  shadow?(news: ShadowUpdate[], context: ListenerContext): Promise<void>
  state?(news: StateUpdate[], context: ListenerContext): Promise<void>
  record?(news: RecordUpdate[], context: ListenerContext): Promise<void>
  telemetry?(news: TelemetryUpdate[], context: ListenerContext): Promise<void>
  response?(news: ResponseUpdate[], context: ListenerContext): Promise<void>
  /** After all channels: the units that talked and did not go in this batch, each with its life. */
  heard?(lives: ReadonlyMap<string, string>, context: ListenerContext): Promise<void>
}
