import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import type { EnergyAnswer } from '@vigilux/contract/features/energy/energy.ts'
import type { EnergyShare } from '@vigilux/contract/features/energy/energy-costs.ts'
import type { z } from 'zod'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findUnit } from '../central-units/index.ts'
import { findPlant } from '../plants/index.ts'
import { readSettings } from './energy-settings.handlers.ts'
import { partsOf, type Span, spanOf, yearBefore } from './periods.ts'
import { seriesOf, summarizeLamps } from './read-energy.ts'
import { baselineByPart, type EnergyQueryContext, readBaselines, readCost, savingWith } from './read-saving.ts'
import { readShares } from './read-shares.ts'
import {
  computeQuarterSums,
  countUnbookedMoments,
  findSerialAt,
  listLampsOfZone,
  listMeteredUnits,
  listSums,
  listUnitsOfPlant,
  type RequestedLamps,
} from './requested-energy.store.ts'

type EnergyQuery = z.output<(typeof energyActions)['getEnergy']['input']>
type EnergyScope = EnergyQuery['of']

/** The requested lamps, or which part of the request the plant does not have. */
export const findLampsInScope = async (
  tx: Tx,
  plantId: string,
  scope: EnergyScope,
): Promise<RequestedLamps | 'ZONE_NOT_FOUND' | 'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'> => {
  if (scope.kind === 'plant') return listUnitsOfPlant(tx, plantId)
  if (scope.kind === 'zone') return (await listLampsOfZone(tx, plantId, scope.zoneId)) ?? 'ZONE_NOT_FOUND'
  const unit = await findUnit(tx, plantId, { topic: scope.topic })
  if (!unit) return 'UNIT_NOT_FOUND'
  if (scope.kind === 'unit') return new Map([[unit.id, null]])
  const serial = await findSerialAt(tx, unit.id, scope.addr)
  return serial ? new Map([[unit.id, new Set([serial])]]) : 'LAMP_NOT_FOUND'
}

/** Common data for every answer about these lamps. */
export const createEnergyContext = async (tx: Tx, plantId: string, requestedLamps: RequestedLamps, now: Date) => {
  const { timezone, country } = await findPlant(tx, plantId)
  const queryContext: EnergyQueryContext = {
    tx,
    asked: requestedLamps,
    units: await listMeteredUnits(tx, requestedLamps),
    timezone,
    now,
  }
  return { asking: queryContext, country, settings: await readSettings(tx, plantId, now) }
}
type EnergyContext = Awaited<ReturnType<typeof createEnergyContext>>

/** The parts of a span with their values. */
export const readSpan = async (
  { tx, asked: requestedLamps, units, timezone, now }: EnergyQueryContext,
  span: Span,
  step: EnergyQuery['step'],
) => {
  const parts = partsOf(span, step, timezone)
  const storedSums = await (step === 'quarter' ? computeQuarterSums : listSums)(tx, requestedLamps, parts)
  return { parts, ...seriesOf({ parts, span, storedSums, units, now }) }
}

/** Savings in a span against the plant's baseline, and the cost of the energy. */
const readSavings = async ({ asking: queryContext, country, settings }: EnergyContext, span: Span) => {
  const { baseline, tariffs } = settings
  const cost = tariffs.length > 0 ? await readCost(queryContext, span, settings) : null
  if (!baseline) return { cost, baselines: null, saving: null }
  const baselines = await readBaselines(queryContext, span, baseline)
  return { cost, baselines, saving: savingWith(baselines, { of: baseline, cost, country, year: span.from.year }) }
}

/** Energy of lamps in a period, with the year before, the baseline and the cost. */
export const readEnergy = async (
  tx: Tx,
  { plantId, period, date, step }: Omit<EnergyQuery, 'of'>,
  requestedLamps: RequestedLamps,
  now: Date,
): Promise<EnergyAnswer> => {
  const energyContext = await createEnergyContext(tx, plantId, requestedLamps, now)
  const { asking: queryContext } = energyContext
  const span = spanOf(period, date ?? dayIn(now, queryContext.timezone))
  const { parts, ...spanEnergy } = await readSpan(queryContext, span, step)
  const { parts: _, ...lastYear } = await readSpan(queryContext, yearBefore(period, span), step)
  const { cost, baselines, saving } = await readSavings(energyContext, span)
  return {
    timezone: queryContext.timezone,
    ...spanEnergy,
    lastYear,
    cost,
    saving,
    baseline: baselines ? baselineByPart(parts, baselines) : parts.map(() => null),
    ...summarizeLamps(queryContext.units, now),
    setAside: await countUnbookedMoments(tx, queryContext.asked),
  }
}

/** Energy of each monitoring zone of a plant in a period, and the total. */
export const readEnergyShares = async (
  tx: Tx,
  { plantId, period, date }: Pick<EnergyQuery, 'plantId' | 'period' | 'date'>,
  now: Date,
): Promise<{ used: number | null; shares: EnergyShare[] }> => {
  const { timezone } = await findPlant(tx, plantId)
  const { baseline } = await readSettings(tx, plantId, now)
  const span = spanOf(period, date ?? dayIn(now, timezone))
  const shares = await readShares(tx, { plantId, span, timezone, now, baseline })
  const knownShares = shares.flatMap(({ used }) => (used === null ? [] : [used]))
  const used =
    knownShares.length === 0 ? null : Math.round(knownShares.reduce((total, one) => total + one, 0) * 10) / 10
  return { used, shares }
}
