import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, instant, page, plantId } from '../../kernel/primitives.ts'
import { centralUnit } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { testRun } from '../tests/test-run.ts'
import { condition, conditionCounts, plantDraft, plantOwner, plantSummary, plantUser } from './plant.ts'

export const plantSortKeys = ['state', 'plantname', 'city', 'lamps'] as const

export const plantActions = defineActions({
  /** The plants that the caller may see, worst first; search covers name, street and city, ignoring case and accents. */
  getAllPlants: {
    permission: 'signedIn',
    input: z.strictObject({
      search: z.string().max(120).default(''),
      condition: condition.optional(),
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
    }),
    errors: [],
    effect: 'read',
  },
  /** Creates a plant; the creator becomes its installer administrator. `requestId` makes a retry harmless. */
  savePlant: {
    permission: 'plants.create',
    input: z.strictObject({ plant: plantDraft, idempotencyKey: id.optional() }),
    output: z.object({ plant_id: id }),
    errors: [],
    effect: 'write',
  },
  /** Everything the overview shows. With a socketId, that socket becomes a watcher of the plant. */
  getPlantDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, socketId: id.optional() }),
    output: z.object({
      plant: plantSummary.extend({
        plant_users: z.array(plantUser),
        owner: plantOwner.nullable(),
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
  },
  /** Saves plant data. `version` is the one the form was opened with; a newer one refuses, so nobody overwrites silently. */
  updatePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, plant: plantDraft, version: z.int() }),
    output: z.object({ version: z.int() }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
  },
  /** Deletes a plant and releases its units; the name must be given, letter for letter. */
  removePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, plantname: z.string().max(200) }),
    output: z.object({}),
    errors: ['NAME_DOES_NOT_MATCH'],
    effect: 'write',
  },
})
