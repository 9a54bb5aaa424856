import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { productLine } from '../catalogue/product.ts'
import { testResult } from '../emergency-tests/test-run.ts'

const testedLamp = testResult.pick({ cu: true, lamp: true, serial: true, description: true, location: true })
export type TestedLamp = z.infer<typeof testedLamp>

export const testFindings = z.object({
  /** Comparison with the last test of the same kind of each lamp; null if no earlier test exists or may be read. */
  since: z
    .object({
      /** Start of the newest of these tests. */
      at: instant,
      newlyFailed: z.array(testedLamp),
      stillFailing: z.array(testedLamp),
      mended: z.array(testedLamp),
      /** Lamps silent now, with an earlier result. */
      silent: z.array(testedLamp),
      /** Median autonomy in seconds of lamps measured both times; null for functional tests. */
      median_s: z.object({ now: z.int(), before: z.int() }).nullable(),
    })
    .nullable(),
  /** Spare part for a failed lamp, by the catalogue; lamps without one are left out. */
  parts: z.array(z.object({ lamp: z.int(), part: productLine })),
  /** Lamps passed with at most a tenth of their rated duration to spare; the least reserve in seconds or null. */
  near: z.object({ lamps: z.int(), spare_s: z.int() }).nullable(),
})
export type TestFindings = z.infer<typeof testFindings>
