import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { compliance, judgedRule } from '../compliance/compliance.ts'
import { testKinds } from '../emergency-tests/test-run.ts'

/** Rules and tests of a plant as a list shows them. */
export const plantOutlook = z.object({
  plant_id: id,
  ...compliance.pick({ verdict: true, untested: true, now: true }).shape,
  /** First day on which one of the rules was not met; null if all are met, or if it is unknown. */
  notMetSince: z.iso.date().nullable(),
  /** Last day of grace of the first due rule; null if none is due. */
  due: z.iso.date().nullable(),
  /** Remedy of that rule. */
  dueRemedy: judgedRule.shape.remedy.nullable(),
  /** First planned test; null if none is planned. */
  test: z.object({ kind: z.enum(testKinds), at: instant }).nullable(),
})
export type PlantOutlook = z.infer<typeof plantOutlook>
