import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { countryCodes } from '../../kernel/countries.ts'
import { id, line, optionalText, page, version } from '../../kernel/primitives.ts'
import { condition, conditionCounts } from '../plants/plant.ts'
import { tiers } from '../plants/tiers.ts'
import { officeFields, officeLimits, officePlant, officeSortKeys, officeTotals } from './office-plant.ts'

const listInput = {
  search: line(120).default(''),
  condition: condition.optional(),
  sort: z.enum(officeSortKeys).default('state'),
  descending: z.boolean().default(false),
  page,
  pageSize: z.int().min(1).max(1000).default(25),
}

/** One page of plants, with what all that fit amount to. */
const listOutput = {
  plants: z.array(officePlant),
  total: z.int(),
  totals: officeTotals,
  conditions: conditionCounts,
}

export const officeActions = defineActions({
  /**
   * The plants of an office, all or those of its area, worst first: one line each with tier, units, lamps, state and what the offices note of it.
   * The search covers name, street and city. With `userId` only those that this person is a member of.
   */
  getSummaryPlants: {
    permission: 'admin.ba',
    input: z.strictObject({
      ...listInput,
      country: z.enum(countryCodes).optional(),
      prov: line(40).optional(),
      tier: z.enum(tiers).optional(),
      chain: line(officeLimits.chain).optional(),
      /** Only plants without an active administrator. */
      withoutAdministrator: z.boolean().default(false),
      userId: id.optional(),
    }),
    output: z.object(listOutput),
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /** Notes of the offices on a plant, over the version that was opened. */
  saveSummaryPlants: {
    permission: 'admin.ba',
    input: z.strictObject({
      plantId: id,
      contract: optionalText(officeLimits.contract),
      chain: optionalText(officeLimits.chain),
      note: optionalText(officeLimits.note),
      version,
    }),
    output: z.object({ own: officeFields }),
    errors: ['PLANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
  },
  /**
   * The chains, by name, and the plants of one of them, worst first; of all chains where none is named. With `userId` only those that this person
   * is a member of.
   */
  getAldiPlants: {
    permission: 'admin.nto',
    input: z.strictObject({ ...listInput, userId: id.optional(), chain: line(officeLimits.chain).optional() }),
    output: z.object({
      chains: z.array(z.object({ chain: z.string(), plants: z.int() })).max(officeLimits.chains),
      ...listOutput,
    }),
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /** What the first page of an office counts; people are counted for the national office alone. */
  getOfficeFigures: {
    permission: 'admin.ba',
    input: z.strictObject({}),
    output: z.object({
      totals: officeTotals,
      conditions: conditionCounts,
      tiers: z.record(z.enum(tiers), z.int()),
      /** Plants without an active administrator. */
      withoutAdministrator: z.int(),
      users: z.object({ total: z.int(), pending: z.int(), suspended: z.int() }).nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 6,
  },
})
