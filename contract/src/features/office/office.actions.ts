import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { countryCodes } from '../../kernel/countries.ts'
import { id, line, optionalText, page, version } from '../../kernel/primitives.ts'
import { condition, conditionCounts } from '../plants/plant.ts'
import { tiers } from '../plants/tiers.ts'
import {
  errorWeek,
  errorWeeks,
  officeFields,
  officeLimits,
  officePlant,
  officeSortKeys,
  officeTotals,
} from './office-plant.ts'

const listInput = {
  search: line(120).default(''),
  condition: condition.optional(),
  sort: z.enum(officeSortKeys).default('state'),
  descending: z.boolean().default(false),
  page,
  pageSize: z.int().min(1).max(1000).default(25),
}

/** Page of plants, with totals over all matching ones. */
const listOutput = {
  plants: z.array(officePlant),
  total: z.int(),
  totals: officeTotals,
  conditions: conditionCounts,
}

/** Plants and figures for the office of the manufacturer. */
export const officeActions = defineActions({
  /**
   * Lists the plants of an office, all or those of its area, worst first, with tier, units, lamps, state and office
   * notes. The search covers name, street and city. With `userId` only plants of this person.
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
  /** Saves the offices' notes on a plant over the opened version. */
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
  /** Lists the chains by name, and the plants of one or all, worst first; with `userId` only those of this person. */
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
  /** Returns the totals of an office's start page; people and weeks are only for the national office. */
  getOfficeFigures: {
    permission: 'admin.ba',
    input: z.strictObject({}),
    output: z.object({
      totals: officeTotals,
      conditions: conditionCounts,
      tiers: z.record(z.enum(tiers), z.int()),
      /** Plants whose Pro ends within `proEndingDays`. */
      proEnding: z.int(),
      /** Plants without an active administrator. */
      withoutAdministrator: z.int(),
      users: z.object({ total: z.int(), pending: z.int(), suspended: z.int() }).nullable(),
      /** Counted weeks, oldest first; a week is missing if no server ran in it. */
      weeks: z.array(errorWeek).max(errorWeeks).nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 6,
  },
})
