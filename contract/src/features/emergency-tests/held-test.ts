import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { testKinds } from './test-run.ts'

/** Tests of a plant that may wait at once. */
export const maxHeldTestsPerPlant = 50

/** Minutes after its time in which the platform still starts a test; later it was not executed. */
export const heldTestGraceMin = 10

/** Why a test that waits for charged batteries has not begun; texts are `held.because.<code>`. */
export const heldReasons = [
  'battery_charging',
  'mains_failure',
  'other_test_running',
  'unit_offline',
  /** Its unit lists the lamp no more, as while it looks for its lamps anew. */
  'lamp_missing',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** A test that the platform starts by itself, at a time or once the batteries are charged. */
export const heldTest = z.object({
  id,
  cu: z.string(),
  kind: z.enum(testKinds),
  /** Positions; empty for every emergency lamp of the unit. */
  lamps: z.array(z.int()),
  /** When it begins; null where it waits for the batteries. */
  startsAt: instant.nullable(),
  /** When the batteries will have been charged, if nothing discharges them before; null while nobody can say. */
  chargedAt: instant.nullable(),
  /** What it waits for now; null where it is its time. */
  reason: z.enum(heldReasons).nullable(),
  /** It proves what was done about a fault, and is not taken back. */
  reTest: z.boolean(),
  requestedBy: z.string(),
  requestedAt: instant,
})
export type HeldTest = z.infer<typeof heldTest>
