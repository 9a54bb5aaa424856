import { z } from 'zod'

/** Limit of a duration that is not known exactly: less than these seconds, or at least these. */
export const measuredBound = z.object({ is: z.enum(['under', 'atLeast']), seconds: z.int() })
export type MeasuredBound = z.infer<typeof measuredBound>
