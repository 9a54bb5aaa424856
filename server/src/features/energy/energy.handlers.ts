import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import { type EnergySummary, energyPeriods } from '@vigilux/contract/features/energy/energy.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPlant } from '../plants/index.ts'
import { energySettingsHandlers, readSettings } from './energy-settings.handlers.ts'
import { spanOf } from './periods.ts'
import { createEnergyContext, readEnergy, readEnergyShares, readSpan } from './query-energy.ts'
import { summarizeLamps } from './read-energy.ts'
import { readNotables } from './read-notables.ts'
import { readBaselines, savingWith } from './read-saving.ts'

export const energyHandlers: HandlersOf<typeof energyActions> = {
  ...energySettingsHandlers,
  getEnergy: ({ work, input }) => readEnergy(work.tx, input, work.now),
  getEnergySummary: async ({ work, input: { plantId, of } }) => {
    const now = work.now
    const known = await createEnergyContext(work.tx, plantId, { of, now })
    const { asking, country, settings } = known
    const today = dayIn(now, asking.timezone)
    const periods: Partial<EnergySummary['periods']> = {}
    for (const period of energyPeriods) {
      const span = spanOf(period, today)
      const { total } = await readSpan(asking, span, period === 'day' ? 'hour' : 'day')
      const of = settings.baseline
      const baselines = of && (await readBaselines(asking, span, of))
      const saving = baselines && savingWith(baselines, { of, cost: null, country, year: span.from.year })
      periods[period] = { total, saving }
    }
    const stand = summarizeLamps(asking.units, now)
    return { timezone: asking.timezone, ...stand, periods: periods as EnergySummary['periods'] }
  },
  getEnergyShares: ({ work, input }) => readEnergyShares(work.tx, input, work.now),
  getEnergyNotes: async ({ work, input: { plantId } }) => {
    const now = work.now
    const { timezone } = await findPlant(work.tx, plantId)
    const { baseline } = await readSettings(work.tx, plantId, now)
    return readNotables(work.tx, { plantId, timezone, now, baseline })
  },
}
