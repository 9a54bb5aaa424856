import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, inputDay, language, line, page, plantId } from '../../kernel/primitives.ts'
import { email } from '../accounts/account.ts'
import { inviteResult, peopleLimits, person, removalResult } from './people.ts'

const { people, plants, pairs } = peopleLimits
const plantIds = z.array(plantId).min(1).max(plants)

const invites = z
  .strictObject({
    emails: z.array(email).min(1).max(people),
    plantIds,
    role: z.enum(plantRoles),
    endsOn: inputDay.optional(),
    language: language.optional(),
  })
  .refine((input) => input.emails.length * input.plantIds.length <= pairs, { path: ['plantIds'], error: 'too_many' })
const removals = z
  .strictObject({ userIds: z.array(id).min(1).max(people), plantIds })
  .refine((input) => input.userIds.length * input.plantIds.length <= pairs, { path: ['plantIds'], error: 'too_many' })
const invited = z.object({ results: z.array(inviteResult).max(pairs) })
const removed = z.object({ results: z.array(removalResult).max(pairs) })

export const peopleActions = defineActions({
  /** The people of all plants that the caller administers; `search` is in name or e-mail address. Where the caller administers none, there is nobody. */
  getPeople: {
    permission: 'signedIn',
    input: z.strictObject({
      search: line(80).default(''),
      plantId: plantId.optional(),
      role: z.enum(plantRoles).optional(),
      sort: z.enum(['name', 'email', 'plants', 'endsOn']).default('name'),
      descending: z.boolean().default(false),
      page,
      pageSize: z.int().min(1).max(100).default(25),
    }),
    output: z.object({
      people: z.array(person).max(100),
      total: z.int(),
      /** How many there are with each role, whichever is asked for, and in all. */
      roles: z.record(z.enum(plantRoles), z.int()),
      everybody: z.int(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** What `inviteToPlants` would do now, pair by pair; nothing is done. */
  previewInvites: {
    permission: 'signedIn',
    input: invites,
    output: invited,
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /**
   * Invites people to plants, up to 100 pairs, with a result for each. In a plant that the caller does not administer nothing is done, and it is
   * not said whether there is one. Sent once more it invites nobody again.
   */
  inviteToPlants: {
    permission: 'signedIn',
    input: invites,
    output: invited,
    errors: [],
    effect: 'write',
    about: 'invitation',
    limit: { calls: 20, windowS: 3600 },
    cost: 10,
  },
  /** What `removeFromPlants` would do now, pair by pair; nothing is done. */
  previewRemovals: {
    permission: 'signedIn',
    input: removals,
    output: removed,
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /**
   * Removes people from plants, up to 100 pairs, with a result for each; the last administrator and the last owner of a plant stay, and are named.
   * In a plant that the caller does not administer nothing is done, and it is not said whether there is one.
   */
  removeFromPlants: {
    permission: 'signedIn',
    input: removals,
    output: removed,
    errors: [],
    effect: 'write',
    about: 'person',
    limit: { calls: 60, windowS: 3600 },
    cost: 10,
  },
})
