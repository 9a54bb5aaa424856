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
const inviteResults = z.object({ results: z.array(inviteResult).max(pairs) })
const removalResults = z.object({ results: z.array(removalResult).max(pairs) })

export const peopleActions = defineActions({
  /**
   * Lists the people of all plants administered by the caller; `search` matches name or e-mail address. Empty if the
   * caller administers none.
   */
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
      /** Number of people with each role, regardless of the role filter, and in total. */
      roles: z.record(z.enum(plantRoles), z.int()),
      everybody: z.int(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Returns the outcome of `inviteToPlants` for each pair, without effect. */
  previewInvites: {
    permission: 'signedIn',
    input: invites,
    output: inviteResults,
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /**
   * Invites people to plants, up to 100 pairs, with a result for each. Plants not administered by the caller are
   * skipped without revealing whether they exist. Repeating the call invites nobody twice.
   */
  inviteToPlants: {
    permission: 'signedIn',
    input: invites,
    output: inviteResults,
    errors: [],
    effect: 'write',
    about: 'invitation',
    limit: { calls: 20, windowS: 3600 },
    cost: 10,
  },
  /** Returns the outcome of `removeFromPlants` for each pair, without effect. */
  previewRemovals: {
    permission: 'signedIn',
    input: removals,
    output: removalResults,
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /**
   * Removes people from plants, up to 100 pairs, with a result for each; the last administrator and the last owner of a
   * plant remain, and are listed. Plants not administered by the caller are skipped without revealing whether they
   * exist.
   */
  removeFromPlants: {
    permission: 'signedIn',
    input: removals,
    output: removalResults,
    errors: [],
    effect: 'write',
    about: 'person',
    limit: { calls: 60, windowS: 3600 },
    cost: 10,
  },
})
