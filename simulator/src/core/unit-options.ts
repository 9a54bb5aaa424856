import type { EnrolmentState } from './enrolment.ts'
import type { FaultScript } from './fault-script.ts'
import type { Pace } from './pace.ts'
import type { UnitMemory } from './unit-memory.ts'
import type { UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** Components of a virtual unit. */
export type VirtualUnitOptions = {
  wire: UnitWire
  serial: string
  lamps: number
  /** Number of lamps with a UV tube. */
  uvLamps?: number | undefined
  enrolment: EnrolmentState
  seed: number
  /** Speed of tests, searches and batteries. */
  pace: Pace
  /** Seconds of unit time for a functional test of all its lamps; as long as they need if omitted. */
  functionalTestS?: number | undefined
  wheel: Wheel
  brokerUrl: string
  factoryKey: string
  /** Seconds by which its clock is ahead. */
  clockAheadS?: number | undefined
  keepaliveS?: number | undefined
  memory?: UnitMemory | undefined
  /** Called when its memory has a new record. */
  onRecord?(): void
  fault?: FaultScript | undefined
}
