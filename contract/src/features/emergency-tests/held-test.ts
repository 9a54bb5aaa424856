import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { testKinds } from './test-run.ts'

/** Maximum held tests of a plant. */
export const maxHeldTestsPerPlant = 50

/** Minutes after its time in which the platform still starts a test; later it counts as not executed. */
export const heldTestGraceMin = 10

/** Why a held test for charged batteries has not started; texts are `held.because.<code>`. */
export const heldReasons = [
  'battery_charging',
  'mains_failure',
  'other_test_running',
  'unit_offline',
  /** The unit no longer lists the lamp, for example during a new search. */
  'lamp_missing',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** Test with an automatic start by the platform, at a time or once the batteries are charged. */
export const heldTest = z.object({
  id,
  cu: z.string(),
  kind: z.enum(testKinds),
  /** Positions; empty for all emergency lamps of the unit. */
  lamps: z.array(z.int()),
  /** Start time; null if the test waits for the batteries. */
  startsAt: instant.nullable(),
  /** When the batteries will be charged without further discharges; null while unknown. */
  chargedAt: instant.nullable(),
  /** Current reason to wait; null for a test with a start time. */
  reason: z.enum(heldReasons).nullable(),
  /** Whether it is a re-test after a repair, which cannot be canceled. */
  reTest: z.boolean(),
  requestedBy: z.string(),
  requestedAt: instant,
})
export type HeldTest = z.infer<typeof heldTest>
