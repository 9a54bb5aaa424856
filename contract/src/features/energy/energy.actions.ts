import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, inputDay, plantId, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { baseline } from './baseline.ts'
import { energyAnswer, energyPeriods, energySteps, energySummary, stepsOf } from './energy.ts'
import { energyNote, energySettings, energyShare } from './energy-costs.ts'
import { tariffs } from './tariff.ts'

const energyScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plant') }),
  z.strictObject({ kind: z.literal('unit'), topic: unitTopic }),
  z.strictObject({ kind: z.literal('lamp'), topic: unitTopic, addr: z.int().min(1).max(992) }),
  z.strictObject({ kind: z.literal('zone'), zoneId: id }),
])

export const energyActions = defineActions({
  /**
   * What a plant, a unit, a lamp or a monitoring zone used, by the parts of a period in the plant's zone, beside a year before. A day has hours,
   * a week and a month hours or days, a year days or months.
   */
  getEnergy: {
    permission: 'plant.view',
    input: z
      .strictObject({
        plantId,
        of: energyScope.default({ kind: 'plant' }),
        period: z.enum(energyPeriods),
        /** Any day of the period; today where it is left out. */
        date: inputDay.optional(),
        step: z.enum(energySteps),
      })
      .refine(({ period, step }) => stepsOf[period].includes(step), { path: ['step'] }),
    output: energyAnswer,
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'ZONE_NOT_FOUND'],
    effect: 'read',
    cost: 10,
  },
  /** What a plant, a unit, a lamp or a monitoring zone draws now, and used today, this week, this month and this year. */
  getEnergySummary: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, of: energyScope.default({ kind: 'plant' }) }),
    output: energySummary,
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'ZONE_NOT_FOUND'],
    effect: 'read',
    cost: 10,
  },
  /** What each monitoring zone of a plant used in a period, and the lamps that are in none: together they are the whole. */
  getEnergyShares: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, period: z.enum(energyPeriods), date: inputDay.optional() }),
    output: z.object({ used: z.number().nullable(), shares: z.array(energyShare) }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** What was worth a look in the last seven days: lamps lit at night, zones above their baseline, lamps that draw no power. */
  getEnergyNotes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ from: z.iso.date(), until: z.iso.date(), notes: z.array(energyNote) }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** The baseline and the tariffs of a plant. */
  getEnergySettings: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: energySettings,
    errors: [],
    effect: 'read',
  },
  /** Sets what savings are reckoned against, over the version that was seen; null for no baseline, and no savings. */
  saveEnergyBaseline: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, baseline: baseline.nullable(), version }),
    output: z.object({ version: count }),
    errors: ['CHANGED_MEANWHILE', 'BASELINE_NOT_OVER'],
    effect: 'write',
    about: 'plant',
  },
  /** Enters all tariffs of a plant, over the version that was seen. No two of them hold for the same hour. */
  saveEnergyTariffs: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, tariffs, version }),
    output: z.object({ version: count }),
    errors: ['CHANGED_MEANWHILE', 'TARIFF_OVERLAP'],
    effect: 'write',
    about: 'plant',
  },
})

export const energyErrors = defineErrors({
  /** Two tariffs, or two rates of one, hold for the same hour; says which. */
  TARIFF_OVERLAP: 409,
  /** The chosen period is not over yet by the clock of the plant. */
  BASELINE_NOT_OVER: 409,
})

export const energyEvents = defineEvents({
  /** What lamps of the plant used was booked: sums may be others than before. */
  energyChanged: z.object({ plant_id: id }),
  /** Another baseline or other tariffs were saved. */
  saveEnergySettings: z.object({ plant_id: id }),
})
