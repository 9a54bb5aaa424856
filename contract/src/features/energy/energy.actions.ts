import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, inputDay, plantId, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { baseline } from './baseline.ts'
import { energyAnswer, energyPeriods, energySteps, energySummary, recentEnergy, stepsOf } from './energy.ts'
import { energyNote, energySettings, energyShare } from './energy-costs.ts'
import { tariffs } from './tariff.ts'

const energyScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plant') }),
  z.strictObject({ kind: z.literal('unit'), topic: unitTopic }),
  z.strictObject({ kind: z.literal('lamp'), topic: unitTopic, addr: z.int().min(1).max(992) }),
  z.strictObject({ kind: z.literal('zone'), zoneId: id }),
])

/** Measured energy, costs and saving. */
export const energyActions = defineActions({
  /**
   * Returns the consumption of a plant, a unit, a lamp or a monitoring zone by parts of a period. The year before is
   * included; parts follow the plant's zone. A day has quarters or hours, a week quarters, hours or days, a month hours
   * or days, a year days or months.
   */
  getEnergy: {
    permission: 'plant.view',
    input: z
      .strictObject({
        plantId,
        of: energyScope.default({ kind: 'plant' }),
        period: z.enum(energyPeriods),
        /** Any day of the period; today by default. */
        date: inputDay.optional(),
        step: z.enum(energySteps),
      })
      .refine(({ period, step }) => stepsOf[period].includes(step), { path: ['step'] }),
    output: energyAnswer,
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'ZONE_NOT_FOUND'],
    effect: 'read',
    cost: 10,
  },
  /** Returns power and consumption of a plant, unit, lamp or monitoring zone: now, and by day, week, month and year. */
  getEnergySummary: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, of: energyScope.default({ kind: 'plant' }) }),
    output: energySummary,
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'ZONE_NOT_FOUND'],
    effect: 'read',
    cost: 10,
  },
  /** Returns the consumption of a plant on each of the last 14 days by the calendar of the plant, today included. */
  getRecentEnergy: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: recentEnergy,
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /**
   * Returns the consumption of each monitoring zone of a plant in a period, and of lamps outside all zones; together
   * they are the total.
   */
  getEnergyShares: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, period: z.enum(energyPeriods), date: inputDay.optional() }),
    output: z.object({ used: z.number().nullable(), shares: z.array(energyShare) }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /**
   * Returns unusual consumption of the last seven days: lamps lit at night, zones above their baseline, lamps without
   * power.
   */
  getEnergyNotes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ from: z.iso.date(), until: z.iso.date(), notes: z.array(energyNote) }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** Returns the baseline and the tariffs of a plant. */
  getEnergySettings: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: energySettings,
    errors: [],
    effect: 'read',
  },
  /** Saves the baseline for savings, over the version seen by the caller; null for no baseline, and no savings. */
  saveEnergyBaseline: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, baseline: baseline.nullable(), version }),
    output: z.object({ version: count }),
    errors: ['CHANGED_MEANWHILE', 'BASELINE_NOT_OVER'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
  },
  /** Saves all tariffs of a plant, over the version seen by the caller. No two of them may apply to the same hour. */
  saveEnergyTariffs: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, tariffs, version }),
    output: z.object({ version: count }),
    errors: ['CHANGED_MEANWHILE', 'TARIFF_OVERLAP'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
  },
})

export const energyErrors = defineErrors({
  /** Two tariffs, or two rates of one, apply to the same hour; the details say which. */
  TARIFF_OVERLAP: 409,
  /** The chosen period has not ended by the clock of the plant. */
  BASELINE_NOT_OVER: 409,
})

export const energyEvents = defineEvents({
  /** New consumption of lamps was booked; sums may differ. */
  energyChanged: z.object({ plant_id: id }),
  /** The baseline or the tariffs changed. */
  saveEnergySettings: z.object({ plant_id: id }),
})
