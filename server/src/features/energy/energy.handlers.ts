import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import { type EnergySummary, energyPeriods, recentEnergyDays } from '@vigilux/contract/features/energy/energy.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPlant } from '../plants/index.ts'
import { energySettingsHandlers, readSettings } from './energy-settings.handlers.ts'
import { spanBetween, spanOf } from './periods.ts'
import { createEnergyContext, findLampsInScope, readEnergy, readEnergyShares, readSpan } from './query-energy.ts'
import { summarizeLamps } from './read-energy.ts'
import { readNotables } from './read-notables.ts'
import { readBaselines, savingWith } from './read-saving.ts'
import { listUnitsOfPlant, type RequestedLamps } from './requested-energy.store.ts'

type LampsRefusal = Extract<Awaited<ReturnType<typeof findLampsInScope>>, string>

const requireLamps = async (
  work: Work<LampsRefusal>,
  plantId: string,
  scope: Parameters<typeof findLampsInScope>[2],
): Promise<RequestedLamps> => {
  const found = await findLampsInScope(work.tx, plantId, scope)
  return typeof found === 'string' ? work.fail(found) : found
}

export const energyHandlers: HandlersOf<typeof energyActions> = {
  ...energySettingsHandlers,
  getEnergy: async ({ work, input }) =>
    readEnergy(work.tx, input, await requireLamps(work, input.plantId, input.of), work.now),
  getEnergySummary: async ({ work, input: { plantId, of: scope } }) => {
    const now = work.now
    const energyContext = await createEnergyContext(work.tx, plantId, await requireLamps(work, plantId, scope), now)
    const { asking: queryContext, country, settings } = energyContext
    const today = dayIn(now, queryContext.timezone)
    const periods: Partial<EnergySummary['periods']> = {}
    for (const period of energyPeriods) {
      const span = spanOf(period, today)
      const { total } = await readSpan(queryContext, span, period === 'day' ? 'hour' : 'day')
      const baseline = settings.baseline
      const baselines = baseline && (await readBaselines(queryContext, span, baseline))
      const saving = baselines && savingWith(baselines, { of: baseline, cost: null, country, year: span.from.year })
      periods[period] = { total, saving }
    }
    const stand = summarizeLamps(queryContext.units, now)
    return { timezone: queryContext.timezone, ...stand, periods: periods as EnergySummary['periods'] }
  },
  getRecentEnergy: async ({ work: { tx, now }, input: { plantId } }) => {
    const { asking: queryContext } = await createEnergyContext(tx, plantId, await listUnitsOfPlant(tx, plantId), now)
    const today = dayIn(now, queryContext.timezone)
    const first = Temporal.PlainDate.from(today).subtract({ days: recentEnergyDays - 1 })
    const { series, total } = await readSpan(queryContext, spanBetween(first.toString(), today), 'day')
    return {
      days: series.used.map((used, at) => ({
        day: first.add({ days: at }).toString(),
        used,
        missing: series.missing[at] ?? 0,
      })),
      total: { used: total.used, missing: total.missing },
      since: summarizeLamps(queryContext.units, now).since,
    }
  },
  getEnergyShares: ({ work, input }) => readEnergyShares(work.tx, input, work.now),
  getEnergyNotes: async ({ work, input: { plantId } }) => {
    const now = work.now
    const { timezone } = await findPlant(work.tx, plantId)
    const { baseline } = await readSettings(work.tx, plantId, now)
    return readNotables(work.tx, { plantId, timezone, now, baseline })
  },
}
