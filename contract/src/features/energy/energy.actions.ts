import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { energyAnswer, energyPeriods, energySteps, stepsOf } from './energy.ts'

const whose = z.discriminatedUnion('kind', [
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
        of: whose.default({ kind: 'plant' }),
        period: z.enum(energyPeriods),
        /** Any day of the period; today where it is left out. */
        date: z.iso.date().optional(),
        step: z.enum(energySteps),
      })
      .refine(({ period, step }) => stepsOf[period].includes(step), { path: ['step'] }),
    output: energyAnswer,
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'ZONE_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
})
