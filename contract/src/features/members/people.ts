import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id } from '../../kernel/primitives.ts'

/** How much one call does to people over many plants. */
export const peopleLimits = {
  people: 20,
  plants: 50,
  /** Pairs of a person and a plant: what one call does at most. */
  pairs: 100,
  /** Memberships that a line of the list names. */
  memberships: 20,
} as const

/** Somebody in the plants that the caller administers. */
export const person = z.object({
  userid: id,
  name: z.string(),
  email: z.string(),
  /** How many memberships fit what was asked for. */
  plants: z.int(),
  /** Some of these, by the plant's name. */
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

/** What becomes of one person in one plant: that it is done, or the code of why not. */
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
  /** Empty of a plant that the caller does not administer, whether there is one or not. */
  plantname: z.string(),
}
export const inviteResult = z.object({ ...pair, email: z.string(), outcome: z.enum(inviteOutcomes) })
export const removalResult = z.object({
  ...pair,
  userid: id,
  /** Empty where the person is no member. */
  name: z.string(),
  outcome: z.enum(removalOutcomes),
})
export type InviteResult = z.infer<typeof inviteResult>
export type RemovalResult = z.infer<typeof removalResult>
