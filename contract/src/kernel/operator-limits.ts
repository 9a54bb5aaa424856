import { z } from 'zod'

/** Values that the operator of an installation sets, and that people see in forms; docs/operations/configuration.md. */
export const operatorLimits = z.object({
  /** Central units that a plant may hold: in Basic, and in Pro by type, `other` for every type without a line of its own. */
  units: z.object({ basic: z.int(), pro: z.record(z.string(), z.int()).and(z.object({ other: z.int() })) }),
  /** Days for which an invitation is valid. */
  invitationDays: z.int(),
  /** Minutes for which a verification code is valid. */
  codeMinutes: z.int(),
  /** Rows of one page of reports, where who asks names no number. */
  reportPageRows: z.int(),
  /** Most hours for which units are inhibited at a time. */
  inhibitionHours: z.int(),
  /** Rated durations that a unit may be configured with, in hours. */
  autonomyHours: z.array(z.number()),
  /** Autonomy tests of a battery, and measured lamps of its code, below which nothing is said of its end. */
  batteryOutlook: z.object({ tests: z.int(), lamps: z.int() }),
})
export type OperatorLimits = z.infer<typeof operatorLimits>
