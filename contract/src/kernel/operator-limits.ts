import { z } from 'zod'

/** Limits set by the operator of an installation and shown in forms; docs/operations/configuration.md. */
export const operatorLimits = z.object({
  /** Maximum central units of a plant: for Basic, and for Pro by type; `other` applies to unlisted types. */
  units: z.object({ basic: z.int(), pro: z.object({ other: z.int() }).catchall(z.int()) }),
  /** Days for which an invitation is valid. */
  invitationDays: z.int(),
  /** Minutes for which a verification code is valid. */
  codeMinutes: z.int(),
  /** Default rows per page of reports. */
  reportPageRows: z.int(),
  /** Maximum hours of an inhibition. */
  inhibitionHours: z.int(),
  /** Configurable rated durations of a unit, in hours. */
  autonomyHours: z.array(z.number()),
  /** Minimum autonomy tests of a battery, and minimum measured lamps of its code, for an outlook. */
  batteryOutlook: z.object({ tests: z.int(), lamps: z.int() }),
})
export type OperatorLimits = z.infer<typeof operatorLimits>
