import { z } from 'zod'
import { inputDay } from '../../kernel/primitives.ts'

/**
 * Bounds of the reference in days: a shorter one is not representative of a week, a longer one counts a season twice.
 */
export const baselineDays = { min: 14, max: 366 } as const

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1

/** Baseline of a saving: a chosen earlier period, or all lamps at full level for hours of use by weekday. */
export const baseline = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('period'), from: inputDay, until: inputDay })
    .refine(({ from, until }) => from <= until, { path: ['until'], error: 'end_before_start' })
    .refine(({ from, until }) => daysBetween(from, until) >= baselineDays.min, {
      path: ['until'],
      error: 'too_short',
    })
    .refine(({ from, until }) => daysBetween(from, until) <= baselineDays.max, {
      path: ['until'],
      error: 'too_many_days',
    }),
  /** Hours of use from Monday to Sunday. */
  z.strictObject({ kind: z.literal('installed'), hours: z.array(z.number().min(0).max(24)).min(7).max(7) }),
])
export type Baseline = z.infer<typeof baseline>
