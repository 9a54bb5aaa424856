import { z } from 'zod'
import { inputDay } from '../../kernel/primitives.ts'

/** A reference shorter than this says little of a week, one that is longer than a year counts a season twice. */
export const baselineDays = { least: 14, most: 366 } as const

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1

/** What would have been used: as in a chosen time of before, or by all lamps at full level for hours of use by weekday. */
export const baseline = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('period'), from: inputDay, until: inputDay })
    .refine(({ from, until }) => from <= until, { path: ['until'], error: 'end_before_start' })
    .refine(({ from, until }) => daysBetween(from, until) >= baselineDays.least, {
      path: ['until'],
      error: 'too_short',
    })
    .refine(({ from, until }) => daysBetween(from, until) <= baselineDays.most, {
      path: ['until'],
      error: 'too_many_days',
    }),
  /** Hours from Monday to Sunday. */
  z.strictObject({ kind: z.literal('installed'), hours: z.array(z.number().min(0).max(24)).min(7).max(7) }),
])
export type Baseline = z.infer<typeof baseline>
