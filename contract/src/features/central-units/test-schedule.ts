import { z } from 'zod'

/** Every how long a unit tests by itself. Specification section 9; monthly is every 4 weeks. */
export const testPeriods = ['1w', '4w', '3m', '6m', '12m'] as const
export const testPeriod = z.enum(testPeriods)
export type TestPeriod = z.infer<typeof testPeriod>

/** Days by which a deferred test is put off. */
export const deferredByDays = 7
