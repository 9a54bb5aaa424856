import { z } from 'zod'
import { faultScript } from './core/fault-script.ts'
import type { UnitWire } from './core/unit-wire.ts'

/** Part of a demo unit until somebody interferes. A unit without a part is healthy. */
export const parts = ['inTrouble', 'onBattery', 'offline', 'inhibited', 'testing'] as const
export type Part = (typeof parts)[number]

/** Virtual units in a file, shared by the simulator and the server's demo data. */
export const estateUnit = z.strictObject({
  type: z.string(),
  serial: z.string().regex(/^[0-9A-F]{5,6}$/),
  lamps: z.int().min(0).max(992),
  /** Whether the unit belongs to a plant of the demo. If not, it waits for somebody to press its keys. */
  enrolled: z.boolean(),
  /** Whether it belongs to another plant, and refuses until all four of its keys are held. */
  boundElsewhere: z.boolean().default(false),
  /** Number of its lamps with a UV tube. */
  uvLamps: z.int().min(0).max(16).optional(),
  /** Seconds by which its clock is ahead; negative if behind. */
  clockOffsetS: z.int().min(-86_400_000).max(86_400_000).optional(),
  /** Seconds between its keepalives; 30 as in the protocol, unless a test needs less. */
  keepaliveS: z.int().min(1).max(30).optional(),
  /** The same seed gives the same lamps. */
  seed: z.int(),
  /** Its misbehavior from the start. */
  fault: faultScript.optional(),
  /** Its lamps are gear on a virtual DALI line, and a bridge in a process of its own is the unit. */
  bridged: z.boolean().optional(),
  /** Plant of the demo to which it belongs. */
  plant: z.string().optional(),
  plays: z.enum(parts).optional(),
})
export const estate = z.strictObject({
  /** Years of tests and repairs in the history of its plants at the first start; none if omitted. */
  years: z.int().min(1).max(10).optional(),
  /** Seconds of the estate's time for a functional test of a whole unit; as long as its lamps need if omitted. */
  functionalTestS: z.int().min(1).max(86_400).optional(),
  units: z.array(estateUnit),
})
export type EstateUnit = z.infer<typeof estateUnit>
export type Estate = z.infer<typeof estate>

/** Estate of equal units of one type, with serials from 1. */
export const uniformEstate = (wire: UnitWire, count: number, lamps: number, seed: number): Estate => ({
  units: Array.from({ length: count }, (_, index) => ({
    type: wire.facts.cu_type,
    serial: (index + 1).toString(16).toUpperCase().padStart(wire.facts.serialDigits, '0'),
    lamps,
    enrolled: true,
    boundElsewhere: false,
    seed: seed + index,
  })),
})
