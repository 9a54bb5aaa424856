import type { RecordMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { SavedBluetooth } from './bluetooth-table.ts'
import type { EnrolmentState } from './enrolment.ts'
import { type FaultScript, isPersistent } from './fault-script.ts'
import type { SavedLamps } from './lamp-list.ts'
import type { SavedHold } from './lights.ts'
import type { SavedPlans } from './schedules.ts'
import type { SavedTelemetry } from './telemetry.ts'
import type { SavedScenes } from './unit-scenes.ts'
import type { SavedSettings } from './unit-settings.ts'
import type { SavedTroubles } from './unit-troubles.ts'

/** Data kept by a unit without power. */
export type UnitMemory = {
  /** Life of this memory. */
  life: string
  boot: number
  enrolment: EnrolmentState
  plantCode: number | null
  found: number
  records: readonly RecordMessage[]
  answers: readonly ResponseMessage[]
  /** Only if a person changed its lamps. */
  lamps?: SavedLamps | undefined
  settings: SavedSettings
  plans: SavedPlans
  clockAheadS: number
  bluetooth?: SavedBluetooth | undefined
  telemetry?: SavedTelemetry | undefined
  /** Held levels, and the following ones. */
  hold?: SavedHold | undefined
  inputs?: readonly number[] | undefined
  /** Scenes run by the unit itself. */
  scenes?: SavedScenes | null | undefined
  /** Whether it is inhibited; the inhibition itself is lost without power. */
  isInhibited?: boolean | undefined
  /** Its own faults and warnings; those of lamps are in `lamps`. */
  troubles?: SavedTroubles | undefined
  /** Whether its mains has failed. */
  isOnBattery?: boolean | undefined
  /** Its misbehavior. */
  fault?: FaultScript | null | undefined
}

type UnitWithMemory = Pick<UnitMemory, 'settings'> & {
  readonly enrolment: { readonly state: EnrolmentState }
  readonly search: { readonly network: { readonly plantCode: number | null; readonly found: number } }
  readonly list: { readonly saved: UnitMemory['lamps'] }
  readonly schedules: { readonly saved: SavedPlans }
  readonly clock: { readonly aheadS: number }
  readonly bluetooth: { readonly saved: UnitMemory['bluetooth'] }
  readonly telemetry: { readonly saved: UnitMemory['telemetry'] }
  readonly lights: { readonly saved: UnitMemory['hold'] }
  readonly inputs: { readonly on: readonly number[] }
  readonly scenes: { readonly saved: UnitMemory['scenes'] }
  readonly inhibition: { readonly isOn: boolean }
  readonly troubles: { readonly saved: SavedTroubles }
  readonly isOnBattery: boolean
  readonly fault: FaultScript | null
}

/** Present memory of a unit; the unit adds its start, its records and its answers. */
export const createMemory = (
  unit: UnitWithMemory,
  startMemory: Pick<UnitMemory, 'life' | 'boot' | 'records' | 'answers'>,
): UnitMemory => ({
  ...startMemory,
  enrolment: unit.enrolment.state === 'waiting' ? 'factory' : unit.enrolment.state,
  plantCode: unit.search.network.plantCode,
  found: unit.search.network.found,
  lamps: unit.list.saved,
  settings: unit.settings,
  plans: unit.schedules.saved,
  clockAheadS: unit.clock.aheadS,
  bluetooth: unit.bluetooth.saved,
  telemetry: unit.telemetry.saved,
  hold: unit.lights.saved,
  inputs: unit.inputs.on,
  scenes: unit.scenes.saved,
  isInhibited: unit.inhibition.isOn,
  troubles: unit.troubles.saved,
  isOnBattery: unit.isOnBattery,
  fault: unit.fault && isPersistent(unit.fault) ? unit.fault : null,
})
