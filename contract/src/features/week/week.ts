import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { testKinds } from '../emergency-tests/test-run.ts'

/** Length of the week in days: today and the next six, in the plant. */
export const weekDays = 7

/** Maximum duties in an answer; the totals cover all of them. */
export const maxListedDuties = 100

/** Kinds of duties, in the order in which a person sees them. */
export const dutyKinds = ['test', 'repair', 'signature', 'battery', 'invitation', 'account'] as const
export type DutyKind = (typeof dutyKinds)[number]

/** Permissions for the work of the duties; `plant.view` for a test, which starts automatically. */
export const dutyPermissions = ['plant.view', 'plant.operate', 'logbook.sign', 'members.delegate', 'admin.nto'] as const

/** Work due in a plant, or in the office, on one day. */
export const duty = z.object({
  kind: z.enum(dutyKinds),
  /** Null for a duty of the office. */
  plant: z.object({ id, name: z.string(), timezone: z.string() }).nullable(),
  /** Last day in time, in the plant; null without a limit. Of overdue ones the earliest. */
  day: z.iso.date().nullable(),
  overdue: z.boolean(),
  /** Number of tests, faulty lamps and units, signatures, batteries or people. */
  count,
  permission: z.enum(dutyPermissions),
  /** Whether the caller has the permission; others only see the duty. */
  allowed: z.boolean(),
  /** Kind and start of the first test; null for other duties. */
  test: z.object({ kind: z.enum(testKinds), at: instant }).nullable(),
  /** Month to sign, such as `2026-10`; null for other duties. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
})
export type Duty = z.infer<typeof duty>

/** All duties of one kind. */
export const dutyTotal = z.object({
  kind: z.enum(dutyKinds),
  count,
  /** Overdue ones among `count`. */
  overdue: count,
  /** Earliest day; null without a limit. */
  day: z.iso.date().nullable(),
  /** Whether the caller may do any of them. */
  allowed: z.boolean(),
  /** Number of plants, and the plant of the first duty; null for the office. */
  plants: count,
  plantId: id.nullable(),
})
export type DutyTotal = z.infer<typeof dutyTotal>

export const week = z.object({
  /** Overdue duties first, then by day; at most `maxListedDuties`. */
  duties: z.array(duty).max(maxListedDuties),
  /** One per kind with duties, in the order of their days. */
  totals: z.array(dutyTotal).max(dutyKinds.length),
  /** First duty after this week; null if none is known. */
  next: duty.nullable(),
  /** Number of searched plants in use. */
  plants: count,
})
export type Week = z.infer<typeof week>

/** Kinds of duties recorded as done in the logbook. */
export const doneKinds = ['test', 'repair', 'signature'] as const

/** Maximum done duties in an answer, the newest. */
export const maxListedDone = 50

/** Done duties of a kind in a plant on one day. */
export const doneDuty = z.object({
  kind: z.enum(doneKinds),
  plant: z.object({ id, name: z.string(), timezone: z.string() }),
  /** Day in the plant. */
  day: z.iso.date(),
  count,
  /** Kind of the tests; null for other duties. */
  test: z.enum(testKinds).nullable(),
  /** Signed month; null for other duties. */
  month: duty.shape.month,
})
export type DoneDuty = z.infer<typeof doneDuty>
