import type { UnitClock } from './clock.ts'
import type { LampActivity, VirtualLamp } from './lamp.ts'
import type { LampList } from './lamp-list.ts'
import type { Pace } from './pace.ts'
import type { Random } from './random.ts'
import type { UnitEvent, UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** What the parts of a virtual unit may do to it. */
export type UnitContext = {
  readonly wire: UnitWire
  readonly wheel: Wheel
  readonly random: Random
  readonly clock: UnitClock
  readonly list: LampList
  /** How much faster than life tests, searches and batteries are. */
  readonly pace: Pace
  isEnrolled(): boolean
  /** Lamps light from their batteries: mains failed, or somebody forces them. */
  isInEmergency(): boolean
  record(event: UnitEvent): void
  /** The lamps, and the unit itself, are told again soon. */
  changed(lamps: Iterable<VirtualLamp>): void
  /** The same with what they report beyond their state. */
  detailChanged(lamps: Iterable<VirtualLamp>): void
  /** Lamps have left the list: which places it has is told soon. */
  listChanged(): void
  /** The unit as a whole is told again soon. */
  shadowChanged(): void
  setActivity(lamps: Iterable<VirtualLamp>, activity: LampActivity): void
  chargeOf(lamp: VirtualLamp): number
}

/** The unit's answer to an order. A refusal carries its code. */
export type Answer = { state: 'done' } | { state: 'refused'; code: string } | { state: 'later' }
export const done: Answer = { state: 'done' }
export const refused = (code: string): Answer => ({ state: 'refused', code })
