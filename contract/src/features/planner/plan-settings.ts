import { z } from 'zod'
import { inputDay, startTime, timeOfDay } from '../../kernel/primitives.ts'

/** From when to when people are in the building on a day. */
const buildingUse = z
  .strictObject({ opens: startTime, closes: timeOfDay })
  .refine(({ opens, closes }) => opens < closes, { error: 'use_order', path: ['closes'] })

/** Days that a plant keeps free besides the public holidays of its country. */
export const maxFreeDays = 60

/** What the people of a plant want of its year plan. */
export const planSettings = z.strictObject({
  /** Monday to Sunday; null where nobody is there all day. No test runs within. */
  hoursOfUse: z.array(buildingUse.nullable()).min(7).max(7),
  /** Percent of the emergency lamps that are to stand ready at any moment. */
  ready: z.int().min(50).max(99),
  /** When autonomy tests begin where that is free, and functional ones. */
  autonomyAt: startTime,
  functionalAt: startTime,
  /** The day of the week on which autonomy tests run first, 1 for Monday to 7 for Sunday; others follow where it does not suffice. */
  weekday: z.int().min(1).max(7),
  /** Days that are kept free too, as the feast of a town. */
  freeDays: z.array(inputDay).max(maxFreeDays),
})
export type PlanSettings = z.infer<typeof planSettings>

const officeHours = { opens: '07:00', closes: '19:00' }

/** What a plant is planned by until somebody says otherwise. */
export const defaultPlanSettings: PlanSettings = {
  hoursOfUse: [officeHours, officeHours, officeHours, officeHours, officeHours, null, null],
  ready: 95,
  autonomyAt: '02:00',
  functionalAt: '22:00',
  weekday: 7,
  freeDays: [],
}
