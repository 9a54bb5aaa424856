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

export const overviewActions = defineActions({
  /**
   * The plants that the caller may see, worst first; search covers name, street and city, ignoring case and accents. Of tiers and roles those of
   * any that is named. Each count is of the plants that everything but its own filter leaves.
   */
  getAllPlants: {
    permission: 'signedIn',
    input: z.strictObject({
      search: line(120).default(''),
      condition: condition.optional(),
      tiers: z.array(z.enum(tiers)).max(tiers.length).default([]),
      roles: z.array(z.enum(plantRoles)).max(plantRoles.length).default([]),
      /** The caller's favourites alone. */
      favourites: z.boolean().default(false),
      /** The archived ones instead of those in use. */
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
      /** How many of the caller's plants are archived, whatever was searched for. */
      archived: z.int(),
    }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /**
   * Plants, units, lamps, rooms, scenes and people of what the caller may see, worst first, some of each. Lamps are found by number, serial, description and
   * place; by their serial in every plant, by the others in the one named `near` and in those that need most attention.
   */
  findAnything: {
    permission: 'signedIn',
    input: z.strictObject({ text: line(80), near: plantId.optional() }),
    output: searchMatches,
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** The socket watches no plant any more: a list of plants is told of the figures of all of them instead. */
  leavePlant: {
    permission: 'signedIn',
    input: z.strictObject({ socketId }),
    output: z.object({}),
    errors: ['NOT_FOUND'],
    effect: 'read',
  },
  /** The lamps that run on battery now: how many, since when, and which of them end first. */
  getPowerCut: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      /** Of the lamp that has run for longest; null where none runs on battery. */
      since: instant.nullable(),
      lamps: z.int(),
      /** The few that are expected to go dark first. */
      first: z.array(
        z.object({
          cu: z.string(),
          id: z.int(),
          description: z.string(),
          location: z.string(),
          since: instant,
          /** Seconds that its battery is taken to last; null where nothing is known of it. */
          lasts_s: z.int().nullable(),
          /** Whether a test has measured that, or it is what the lamp is rated for. */
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
   * What happened in a plant lately, newest first: tests that ended, faults that came and went, commands of people, units that came and
   * went; to who may read the audit also what people changed. A Basic plant gets the last 30 days.
   */
  getRecentEvents: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ events: z.array(recentEvent).max(recentEventLimits.events) }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Everything the overview shows. With a socketId, that socket becomes a watcher of the plant. */
  getPlantDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, socketId: socketId.optional() }),
    output: z.object({
      plant: plantSummary.extend({
        plant_users: z.array(plantUser),
        owner: plantOwner.nullable(),
        /** Path to fetch the logo from; null where there is none. */
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
