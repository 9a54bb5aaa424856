import { z } from 'zod'
import { inputDay, startTime, timeOfDay } from '../../kernel/primitives.ts'

/** Opening hours of the building on a day. */
const buildingUse = z
  .strictObject({ opens: startTime, closes: timeOfDay })
  .refine(({ opens, closes }) => opens < closes, { error: 'use_order', path: ['closes'] })

/** Maximum free days of a plant in addition to the public holidays of its country. */
export const maxFreeDays = 60

/** Settings of the year plan of a plant. */
export const planSettings = z.strictObject({
  /** Monday to Sunday; null for a day without use. No test runs within these hours. */
  hoursOfUse: z.array(buildingUse.nullable()).min(7).max(7),
  /** Minimum percent of ready emergency lamps at any moment. */
  ready: z.int().min(50).max(99),
  /** Preferred start of autonomy tests and of functional tests. */
  autonomyAt: startTime,
  functionalAt: startTime,
  /** Preferred weekday for autonomy tests, 1 for Monday to 7 for Sunday; others follow if one is not enough. */
  weekday: z.int().min(1).max(7),
  /** Additional free days, such as a local holiday. */
  freeDays: z.array(inputDay).max(maxFreeDays),
})
export type PlanSettings = z.infer<typeof planSettings>

const officeHours = { opens: '07:00', closes: '19:00' }

/** Default settings of a year plan. */
export const defaultPlanSettings: PlanSettings = {
  hoursOfUse: [officeHours, officeHours, officeHours, officeHours, officeHours, null, null],
  ready: 95,
  autonomyAt: '02:00',
  functionalAt: '22:00',
  weekday: 7,
  freeDays: [],
}
