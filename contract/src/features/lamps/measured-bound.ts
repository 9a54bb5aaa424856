import { z } from 'zod'

/** Limit of an inexact duration: less than these seconds, or at least these. */
export const measuredBound = z.object({ is: z.enum(['under', 'atLeast']), seconds: z.int() })
export type MeasuredBound = z.infer<typeof measuredBound>
