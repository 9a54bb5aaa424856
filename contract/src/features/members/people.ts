import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id } from '../../kernel/primitives.ts'

/** Limits of one call about people in many plants. */
export const peopleLimits = {
  people: 20,
  plants: 50,
  /** Maximum pairs of person and plant in one call. */
  pairs: 100,
  /** Maximum memberships listed per person. */
  memberships: 20,
} as const

/** Person in the plants administered by the caller. */
export const person = z.object({
  userid: id,
  name: z.string(),
  email: z.string(),
  /** Number of memberships after the filters. */
  plants: z.int(),
  /** The first of these, by plant name. */
  memberships: z
    .array(
      z.object({
        plant_id: id,
        plantname: z.string(),
        role: z.enum(plantRoles),
        endsOn: z.iso.date().nullable(),
      }),
    )
    .max(peopleLimits.memberships),
})
export type Person = z.infer<typeof person>

/** Outcome for one person in one plant: success, or the code of the refusal. */
export const inviteOutcomes = [
  'invited',
  'ALREADY_MEMBER',
  'ALREADY_INVITED',
  'END_DATE_PAST',
  'PLANT_ARCHIVED',
  'PLANT_NOT_FOUND',
] as const
export const removalOutcomes = [
  'removed',
  'MEMBER_NOT_FOUND',
  'LAST_ADMINISTRATOR',
  'LAST_OWNER',
  'PLANT_ARCHIVED',
  'PLANT_NOT_FOUND',
] as const
export type InviteOutcome = (typeof inviteOutcomes)[number]
export type RemovalOutcome = (typeof removalOutcomes)[number]

const pair = {
  plant_id: id,
  /** Empty for a plant not administered by the caller, whether or not it exists. */
  plantname: z.string(),
}
export const inviteResult = z.object({ ...pair, email: z.string(), outcome: z.enum(inviteOutcomes) })
export const removalResult = z.object({
  ...pair,
  userid: id,
  /** Empty if the person is not a member. */
  name: z.string(),
  outcome: z.enum(removalOutcomes),
})
export type InviteResult = z.infer<typeof inviteResult>
export type RemovalResult = z.infer<typeof removalResult>
