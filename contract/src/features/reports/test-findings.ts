import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { productLine } from '../catalogue/product.ts'
import { testResult } from '../emergency-tests/test-run.ts'

const testedLamp = testResult.pick({ cu: true, lamp: true, serial: true, description: true, location: true })
export type TestedLamp = z.infer<typeof testedLamp>

export const testFindings = z.object({
  /** Compared with the last test of the same kind of each lamp; null where none was tested before, or none that may still be read. */
  since: z
    .object({
      /** When the newest of these tests began. */
      at: instant,
      newlyFailed: z.array(testedLamp),
      stillFailing: z.array(testedLamp),
      mended: z.array(testedLamp),
      /** Nothing was heard of them now, and something was before. */
      silent: z.array(testedLamp),
      /** Median autonomy of the lamps that were measured both times, in seconds; null of a functional test, which measures none. */
      median_s: z.object({ now: z.int(), before: z.int() }).nullable(),
    })
    .nullable(),
  /** The spare part that a failed lamp asks for, by the catalogue; lamps without one are left out. */
  parts: z.array(z.object({ lamp: z.int(), part: productLine })),
  /** Lamps that passed with at most a tenth of their rated duration to spare, and the least of it in seconds; null where none did. */
  near: z.object({ lamps: z.int(), spare_s: z.int() }).nullable(),
})
export type TestFindings = z.infer<typeof testFindings>
