import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import { type EnergySummary, energyPeriods } from '@vigilux/contract/features/energy/energy.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPlant } from '../plants/index.ts'
import { askingOf, readEnergy, readEnergyShares, readSpan } from './ask-energy.ts'
import { energySettingsHandlers, readSettings } from './energy-settings.handlers.ts'
import { spanOf } from './periods.ts'
import { standOf } from './read-energy.ts'
import { readNotes } from './read-notes.ts'
import { readBaselines, savingWith } from './read-saving.ts'

export const energyHandlers: HandlersOf<typeof energyActions> = {
  ...energySettingsHandlers,
  getEnergy: ({ input, tx, ports }) => readEnergy(tx, input, ports.clock.now()),
  getEnergySummary: async ({ input: { plantId, of }, tx, ports }) => {
    const now = ports.clock.now()
    const known = await askingOf(tx, plantId, { of, now })
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
    const stand = standOf(asking.units, now)
    return { timezone: asking.timezone, ...stand, periods: periods as EnergySummary['periods'] }
  },
  getEnergyShares: ({ input, tx, ports }) => readEnergyShares(tx, input, ports.clock.now()),
  getEnergyNotes: async ({ input: { plantId }, tx, ports }) => {
    const now = ports.clock.now()
    const { timezone } = await findPlant(tx, plantId)
    const { baseline } = await readSettings(tx, plantId, now)
    return readNotes(tx, { plantId, timezone, now, baseline })
  },
}
