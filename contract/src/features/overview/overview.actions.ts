import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { instant, line, page, plantId, socketId } from '../../kernel/primitives.ts'
import { centralUnit } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { testRun } from '../emergency-tests/test-run.ts'
import { condition, conditionCounts, plantOwner, plantSummary, plantUser } from '../plants/plant.ts'
import { plantSortKeys } from './plant-sort-keys.ts'

export const overviewActions = defineActions({
  /** The plants that the caller may see, worst first; search covers name, street and city, ignoring case and accents. */
  getAllPlants: {
    permission: 'signedIn',
    input: z.strictObject({
      search: line(120).default(''),
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
    cost: 2,
  },
  /** The socket watches no plant any more: a list of plants is told of the figures of all of them instead. */
  leavePlant: {
    permission: 'signedIn',
    input: z.strictObject({ socketId }),
    output: z.object({}),
    errors: ['NOT_FOUND'],
    effect: 'read',
  },
  /** Everything the overview shows. With a socketId, that socket becomes a watcher of the plant. */
  getPlantDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, socketId: socketId.optional() }),
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
    cost: 2,
  },
})
