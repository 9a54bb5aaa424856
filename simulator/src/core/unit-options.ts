import type { EnrolmentState } from './enrolment.ts'
import type { FaultScript } from './fault-script.ts'
import type { Pace } from './pace.ts'
import type { UnitMemory } from './unit-memory.ts'
import type { UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** What a virtual unit is made of. */
export type VirtualUnitOptions = {
  wire: UnitWire
  serial: string
  lamps: number
  /** How many of the lamps have a UV tube. */
  uvLamps?: number | undefined
  enrolment: EnrolmentState
  seed: number
  /** How much faster than life tests, searches and batteries are. */
  pace: Pace
  /** Seconds of its time that a functional test of all its lamps takes; as long as they need where it is left out. */
  functionalTestS?: number | undefined
  wheel: Wheel
  brokerUrl: string
  factoryKey: string
  /** Seconds by which its clock is ahead. */
  clockAheadS?: number | undefined
  keepaliveS?: number | undefined
  memory?: UnitMemory | undefined
  /** Hears that its memory holds a record more. */
  onRecord?(): void
  fault?: FaultScript | undefined
}
