import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import type { EnergyAnswer } from '@vigilux/contract/features/energy/energy.ts'
import type { EnergyShare } from '@vigilux/contract/features/energy/energy-costs.ts'
import type { z } from 'zod'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findUnit } from '../central-units/index.ts'
import { findPlant } from '../plants/index.ts'
import {
  type AskedLamps,
  asideOf,
  keptSums,
  lampsOfZone,
  meteredUnits,
  quarterSums,
  serialAt,
  unitsOfPlant,
} from './asked-energy.store.ts'
import { readSettings } from './energy-settings.handlers.ts'
import { partsOf, type Span, spanOf, yearBefore } from './periods.ts'
import { seriesOf, standOf } from './read-energy.ts'
import { type Asking, baselineByPart, readBaselines, readCost, savingWith } from './read-saving.ts'
import { readShares } from './read-shares.ts'

type Question = z.output<(typeof energyActions)['getEnergy']['input']>
type Whose = Question['of']

/** The lamps that are asked about. */
const askedLamps = async (tx: Tx, plantId: string, of: Whose): Promise<AskedLamps> => {
  if (of.kind === 'plant') return unitsOfPlant(tx, plantId)
  if (of.kind === 'zone') return (await lampsOfZone(tx, plantId, of.zoneId)) ?? fail('ZONE_NOT_FOUND')
  const unit = (await findUnit(tx, plantId, { topic: of.topic })) ?? fail('UNIT_NOT_FOUND')
  if (of.kind === 'unit') return new Map([[unit.id, null]])
  const serial = (await serialAt(tx, unit.id, of.addr)) ?? fail('LAMP_NOT_FOUND')
  return new Map([[unit.id, new Set([serial])]])
}

/** What every answer about these lamps begins with. */
export const askingOf = async (tx: Tx, plantId: string, { of, now }: { of: Whose; now: Date }) => {
  const { timezone, country } = await findPlant(tx, plantId)
  const asked = await askedLamps(tx, plantId, of)
  const asking: Asking = { tx, asked, units: await meteredUnits(tx, asked), timezone, now }
  return { asking, country, settings: await readSettings(tx, plantId, now) }
}
type Known = Awaited<ReturnType<typeof askingOf>>

/** The parts of a span, and what they come to. */
export const readSpan = async ({ tx, asked, units, timezone, now }: Asking, span: Span, step: Question['step']) => {
  const parts = partsOf(span, step, timezone)
  const kept = await (step === 'quarter' ? quarterSums : keptSums)(tx, asked, parts)
  return { parts, ...seriesOf({ parts, span, kept, units, now }) }
}

/** What was saved in a span against the baseline of the plant, and what was used cost. */
const readSaved = async ({ asking, country, settings }: Known, span: Span) => {
  const { baseline, tariffs } = settings
  const cost = tariffs.length > 0 ? await readCost(asking, span, settings) : null
  if (!baseline) return { cost, baselines: null, saving: null }
  const baselines = await readBaselines(asking, span, baseline)
  return { cost, baselines, saving: savingWith(baselines, { of: baseline, cost, country, year: span.from.year }) }
}

/** What lamps of a plant used in a period, beside a year before, the baseline and what it cost. */
export const readEnergy = async (
  tx: Tx,
  { plantId, of, period, date, step }: Question,
  now: Date,
): Promise<EnergyAnswer> => {
  const known = await askingOf(tx, plantId, { of, now })
  const { asking } = known
  const span = spanOf(period, date ?? dayIn(now, asking.timezone))
  const { parts, ...own } = await readSpan(asking, span, step)
  const { parts: _, ...lastYear } = await readSpan(asking, yearBefore(period, span), step)
  const { cost, baselines, saving } = await readSaved(known, span)
  return {
    timezone: asking.timezone,
    ...own,
    lastYear,
    cost,
    saving,
    baseline: baselines ? baselineByPart(parts, baselines) : parts.map(() => null),
    ...standOf(asking.units, now),
    setAside: await asideOf(tx, asking.asked),
  }
}

/** What each monitoring zone of a plant used in a period, and together. */
export const readEnergyShares = async (
  tx: Tx,
  { plantId, period, date }: Pick<Question, 'plantId' | 'period' | 'date'>,
  now: Date,
): Promise<{ used: number | null; shares: EnergyShare[] }> => {
  const { timezone } = await findPlant(tx, plantId)
  const { baseline } = await readSettings(tx, plantId, now)
  const span = spanOf(period, date ?? dayIn(now, timezone))
  const shares = await readShares(tx, { plantId, span, timezone, now, baseline })
  const known = shares.flatMap(({ used }) => (used === null ? [] : [used]))
  const used = known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) * 10) / 10
  return { used, shares }
}
