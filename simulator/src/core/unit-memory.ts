import type { RecordMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { KeptBluetooth } from './bluetooth-table.ts'
import type { EnrolmentState } from './enrolment.ts'
import type { KeptLamps } from './lamp-list.ts'
import type { KeptHold } from './lights.ts'
import type { KeptPlans } from './schedules.ts'
import type { KeptTelemetry } from './telemetry.ts'
import type { KeptScenes } from './unit-scenes.ts'
import type { KeptSettings } from './unit-settings.ts'

/** What a unit remembers while it has no power. */
export type UnitMemory = {
  /** Names this memory. */
  life: string
  boot: number
  enrolment: EnrolmentState
  plantCode: number | null
  found: number
  records: readonly RecordMessage[]
  answers: readonly ResponseMessage[]
  /** Only where somebody has changed its lamps. */
  lamps?: KeptLamps | undefined
  settings: KeptSettings
  plans: KeptPlans
  clockAheadS: number
  bluetooth?: KeptBluetooth | undefined
  telemetry?: KeptTelemetry | undefined
  /** Levels that are held for a time, and what comes after. */
  hold?: KeptHold | undefined
  /** Inputs that are on. */
  inputs?: readonly number[] | undefined
  /** The scenes that it runs by itself. */
  scenes?: KeptScenes | null | undefined
  /** It is inhibited, which it forgets without power. */
  isInhibited?: boolean | undefined
}
