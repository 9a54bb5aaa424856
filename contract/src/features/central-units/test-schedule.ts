import { z } from 'zod'

/** Interval of the automatic tests of a unit (specification, section 9); monthly is every 4 weeks. */
export const testPeriods = ['1w', '4w', '3m', '6m', '12m'] as const
export const testPeriod = z.enum(testPeriods)
export type TestPeriod = z.infer<typeof testPeriod>

/** Days by which a deferred test is postponed. */
export const deferredByDays = 7
