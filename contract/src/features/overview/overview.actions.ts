import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant, line, page, plantId, socketId } from '../../kernel/primitives.ts'
import { centralUnit } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { testRun } from '../emergency-tests/test-run.ts'
import {
  attention,
  condition,
  conditionCounts,
  plantOwner,
  plantResults,
  plantSummary,
  plantUser,
} from '../plants/plant.ts'
import { tiers } from '../plants/tiers.ts'
import { plantSortKeys } from './plant-sort-keys.ts'
import { recentEvent, recentEventLimits } from './recent-event.ts'
import { searchMatches } from './search-matches.ts'

/** The list of plants, search, and the overview of a plant. */
export const overviewActions = defineActions({
  /**
   * Lists the caller's plants, worst first; the search covers name, street and city, ignoring case and accents. Several
   * tiers or roles are combined by OR. Each count ignores only its own filter.
   */
  getAllPlants: {
    permission: 'signedIn',
    input: z.strictObject({
      search: line(120).default(''),
      condition: condition.optional(),
      tiers: z.array(z.enum(tiers)).max(tiers.length).default([]),
      roles: z.array(z.enum(plantRoles)).max(plantRoles.length).default([]),
      /** Only the caller's favorites. */
      favourites: z.boolean().default(false),
      /** Only archived plants, instead of those in use. */
      archived: z.boolean().default(false),
      sort: z.enum(plantSortKeys).default('state'),
      descending: z.boolean().default(false),
      page,
      pageSize: z.int().min(1).max(100).default(25),
    }),
    output: z.object({
      plants: z.array(plantSummary),
      total: z.int(),
      totals: z.object({ plants: z.int(), lamps: z.int(), units: z.int(), connected: z.int() }),
      conditions: conditionCounts,
      tiers: z.record(z.enum(tiers), z.int()),
      roles: z.record(z.enum(plantRoles), z.int()),
      favourites: z.int(),
      /** Number of the caller's archived plants, regardless of the search. */
      archived: z.int(),
    }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 2,
  },
  /**
   * Searches plants, units, lamps, rooms, scenes and people visible to the caller, worst first, with a maximum of each.
   * Lamps are matched by number, serial, description and place: by serial in every plant, otherwise in the plant `near`
   * and in those most in need of attention. Without any hit, matches names with one different letter in a word.
   */
  findAnything: {
    permission: 'signedIn',
    input: z.strictObject({ text: line(80), near: plantId.optional() }),
    output: searchMatches,
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 5,
  },
  /** Ends the socket's watch on a plant. The socket then receives the figures of all plants, for a list. */
  leavePlant: {
    permission: 'signedIn',
    input: z.strictObject({ socketId }),
    output: z.object({}),
    errors: ['NOT_FOUND'],
    effect: 'read',
    program: 'read',
  },
  /** Returns the lamps on battery: their number, the start, and the first to end. */
  getPowerCut: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      /** Start of the lamp on battery for longest; null if none is. */
      since: instant.nullable(),
      lamps: z.int(),
      /** First few expected to go dark. */
      first: z.array(
        z.object({
          cu: z.string(),
          id: z.int(),
          description: z.string(),
          location: z.string(),
          since: instant,
          /** Expected battery duration in seconds; null if unknown. */
          lasts_s: z.int().nullable(),
          /** Whether a test measured the duration; otherwise it is the rated one. */
          measured: z.boolean(),
          ends_at: instant.nullable(),
        }),
      ),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /**
   * Lists recent events of a plant, newest first: ended tests, lamp faults, commands, connections of units, and changes
   * by people for callers who may read the audit. Basic plants get the last 30 days.
   */
  getRecentEvents: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ events: z.array(recentEvent).max(recentEventLimits.events) }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Returns all data of the overview. With a socketId, this socket becomes a watcher of the plant. */
  getPlantDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, socketId: socketId.optional() }),
    output: z.object({
      plant: plantSummary.extend({
        plant_users: z.array(plantUser),
        owner: plantOwner.nullable(),
        /** Path of the logo; null without one. */
        logo: z.string().nullable(),
        notifications: z.boolean(),
        version: z.int(),
      }),
      units: z.array(centralUnit),
      commands: z.array(pendingCommand),
      tests: z.array(testRun),
      servedAt: instant,
    }),
    errors: ['NOT_FOUND'],
    effect: 'read',
    cost: 2,
  },
})

export const overviewEvents = defineEvents({
  /** The figures of the plant changed. */
  plantCounts: z.object({
    plant_id: id,
    condition,
    result: z.enum(plantResults),
    counts: conditionCounts,
    units: z.object({ total: z.int(), connected: z.int() }),
    lamps: z.int(),
    attention: z.array(attention),
  }),
})
