import type { UnitClock } from './clock.ts'
import type { LampActivity, VirtualLamp } from './lamp.ts'
import type { LampList } from './lamp-list.ts'
import type { Pace } from './pace.ts'
import type { Random } from './random.ts'
import type { UnitEvent, UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** Access of a virtual unit's parts to the unit. */
export type UnitContext = {
  readonly wire: UnitWire
  readonly wheel: Wheel
  readonly random: Random
  readonly clock: UnitClock
  readonly list: LampList
  /** Speed of tests, searches and batteries. */
  readonly pace: Pace
  isEnrolled(): boolean
  /** Lamps are on battery, by a mains failure or by force. */
  isInEmergency(): boolean
  record(event: UnitEvent): void
  /** Reports the lamps and the unit itself soon. */
  changed(lamps: Iterable<VirtualLamp>): void
  /** Same, with the detail of the lamps. */
  detailChanged(lamps: Iterable<VirtualLamp>): void
  /** Lamps left the list; reports the list soon. */
  listChanged(): void
  /** Reports the shadow soon. */
  shadowChanged(): void
  setActivity(lamps: Iterable<VirtualLamp>, activity: LampActivity): void
  chargeOf(lamp: VirtualLamp): number
}

/** Answer of the unit to an order. A refusal carries its code. */
export type Answer = { state: 'done' } | { state: 'refused'; code: string } | { state: 'later' }
export const done: Answer = { state: 'done' }
export const refused = (code: string): Answer => ({ state: 'refused', code })
