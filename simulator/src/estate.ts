import { z } from 'zod'
import { faultScript } from './core/fault-script.ts'
import type { UnitWire } from './core/unit-wire.ts'

/** What a unit of the demo goes through for as long as nobody touches it. One without a part is well. */
export const parts = ['inTrouble', 'onBattery', 'offline', 'inhibited', 'testing'] as const
export type Part = (typeof parts)[number]

/** A set of virtual units, as a file that the simulator and the server's demo data share. */
export const estateUnit = z.strictObject({
  type: z.string(),
  serial: z.string().regex(/^[0-9A-F]{5,6}$/),
  lamps: z.int().min(0).max(992),
  /** Whether the unit belongs to a plant of the demo. One that does not waits for somebody to press its keys. */
  enrolled: z.boolean(),
  /** It belongs to a plant elsewhere and refuses, until all four of its keys are held. */
  boundElsewhere: z.boolean().default(false),
  /** How many of its lamps have a UV tube. */
  uvLamps: z.int().min(0).max(16).optional(),
  /** Seconds by which its clock is ahead; negative where it is behind. */
  clockOffsetS: z.int().min(-86_400_000).max(86_400_000).optional(),
  /** Seconds between its keepalives; 30, as the protocol has it, unless a test cannot wait. */
  keepaliveS: z.int().min(1).max(30).optional(),
  /** The same seed makes the same lamps. */
  seed: z.int(),
  /** How it misbehaves from the start. */
  fault: faultScript.optional(),
  /** Plant of the demo that it belongs to. */
  plant: z.string().optional(),
  plays: z.enum(parts).optional(),
})
export const estate = z.strictObject({
  /** Years of tests and repairs that its plants have behind them at the first start; none where it is left out. */
  years: z.int().min(1).max(10).optional(),
  /** Seconds of the estate's time that a functional test of a whole unit takes; where it is left out, as long as its lamps need. */
  functionalTestS: z.int().min(1).max(86_400).optional(),
  units: z.array(estateUnit),
})
export type EstateUnit = z.infer<typeof estateUnit>
export type Estate = z.infer<typeof estate>

/** So many units of one type, with serials from 1. */
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
