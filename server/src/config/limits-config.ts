import { autonomyHours } from '@vigilux/contract/features/configuration/autonomy.ts'
import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import { z } from 'zod'

/** Limits of people and plants in the configuration; each value has the bounds written here. */

const maxValues = z.coerce.number().int().min(1).max(1_000)

/**
 * `logica=31,other=16`: maximum units per type in a Pro plant. Types are data, so any name is accepted; an unused one
 * has no effect.
 */
const unitsByType = z.string().transform((value, context) => {
  const limits: Record<string, number> = {}
  for (const entry of value.split(',')) {
    const [type = '', number = '', ...extraParts] = entry.split('=').map((part) => part.trim())
    const limit = maxValues.safeParse(number)
    if (
      !/^[a-z]{1,20}$/.test(type) ||
      number === '' ||
      extraParts.length > 0 ||
      !limit.success ||
      Object.hasOwn(limits, type)
    ) {
      context.addIssue({
        code: 'custom',
        message: `must have the form logica=31,other=16, with 1 to 1000 each; "${entry}" does not`,
      })
      return z.NEVER
    }
    limits[type] = limit.data
  }
  const { other } = limits
  if (other !== undefined) return { ...limits, other }
  context.addIssue({ code: 'custom', message: 'must contain other, for all further types' })
  return z.NEVER
})

const isAutonomy = (hours: number): boolean => (autonomyHours as readonly number[]).includes(hours)

const hours = z.string().transform((value, context) => {
  const seconds = [...new Set(value.split(',').map((one) => Number(one.trim() || Number.NaN)))]
  if (seconds.every(isAutonomy)) return seconds.toSorted((a, b) => a - b)
  context.addIssue({
    code: 'custom',
    message: `may contain only ${autonomyHours.join(', ')}: units support no other hours`,
  })
  return z.NEVER
})

export const limitVariables = {
  UNITS_BASIC: maxValues.default(1),
  UNITS_PRO: unitsByType.prefault('cablecom=16,logica=31,logicafm=31,other=16'),
  INVITATION_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  CODE_MINUTES: z.coerce.number().int().min(1).max(60).default(10),
  REPORT_PAGE_ROWS: z.coerce.number().int().min(5).max(200).default(25),
  OUTLOOK_TESTS: z.coerce.number().int().min(3).max(20).default(3),
  OUTLOOK_LAMPS: z.coerce.number().int().min(1).max(1_000).default(20),
  INHIBITION_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  AUTONOMY_HOURS: hours.prefault(autonomyHours.join(',')),
}

const variables = z.object(limitVariables)

export const limitsOf = (values: z.output<typeof variables>): OperatorLimits => ({
  units: { basic: values.UNITS_BASIC, pro: values.UNITS_PRO },
  invitationDays: values.INVITATION_DAYS,
  codeMinutes: values.CODE_MINUTES,
  reportPageRows: values.REPORT_PAGE_ROWS,
  inhibitionHours: values.INHIBITION_HOURS,
  autonomyHours: values.AUTONOMY_HOURS,
  batteryOutlook: { tests: values.OUTLOOK_TESTS, lamps: values.OUTLOOK_LAMPS },
})

/** The default limits, from an empty environment. @internal */
export const defaultLimits: OperatorLimits = limitsOf(variables.parse({}))
