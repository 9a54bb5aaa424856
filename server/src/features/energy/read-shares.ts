import type { Baseline } from '@vigilux/contract/features/energy/baseline.ts'
import type { EnergyShare } from '@vigilux/contract/features/energy/energy-costs.ts'
import { computeBaseline, computeSaving } from '@vigilux/contract/features/energy/saving.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { energyThread } from './energy-thread.ts'
import { type Part, partsOf, type Span, spanBetween } from './periods.ts'
import { type RequestedUnit, type StoredSums, summarizeLamps } from './read-energy.ts'
import { dayFactsOf } from './read-saving.ts'
import { listMeteredUnits, listPackedSums, listUnitsOfPlant, listZonesOfLamps } from './requested-energy.store.ts'

type Grouping = { groups: number; groupIn(unit: string): ReadonlyMap<string, number> }

/** Sums of each group of lamps by the days of a span. */
const groupedSums = async (
  tx: Tx,
  units: readonly RequestedUnit[],
  { days, groups, groupIn }: Grouping & { days: readonly Part[] },
): Promise<StoredSums[][]> => {
  const rows = await listPackedSums(tx, new Map(units.map(({ id }) => [id, null])), days)
  const all = await energyThread.run(
    'totalGroups',
    rows.map(({ centralUnitId, lamps }) => ({ lamps, groups, groupOf: groupIn(centralUnitId) })),
  )
  return Array.from({ length: groups }, (_, group) =>
    rows.flatMap(({ lamps: __, ...row }, n) => {
      const totals = all[n]?.[group]
      return totals ? [{ ...row, totals }] : []
    }),
  )
}

const unitsIn = (units: readonly RequestedUnit[], { groups, groupIn }: Grouping, group: number): RequestedUnit[] =>
  units.map((unit) => {
    const groupOf = groupIn(unit.id)
    const groupLamps = [...unit.metered.lamps].filter(([serial]) => (groupOf.get(serial) ?? groups - 1) === group)
    return { ...unit, metered: { ...unit.metered, lamps: new Map(groupLamps) } }
  })

type ShareQuery = { plantId: string; span: Span; timezone: string; now: Date; baseline: Baseline | null }

/**
 * Energy of each monitoring zone and of lamps outside of zones. All use the parts of all lamps, to add up to the total.
 */
export const readShares = async (
  tx: Tx,
  { plantId, span, timezone, now, baseline }: ShareQuery,
): Promise<EnergyShare[]> => {
  const { zones, zoneOf } = await listZonesOfLamps(tx, plantId)
  const indexOf = new Map(zones.map(({ id }, n) => [id, n]))
  const byUnit = new Map(
    [...zoneOf].map(([unit, lampZones]) => [
      unit,
      new Map([...lampZones].map(([serial, zone]) => [serial, indexOf.get(zone) ?? zones.length])),
    ]),
  )
  const grouping: Grouping = { groups: zones.length + 1, groupIn: (unit) => byUnit.get(unit) ?? new Map() }
  const units = await listMeteredUnits(tx, await listUnitsOfPlant(tx, plantId))
  const read = async (span: Span) => {
    const days = partsOf(span, 'day', timezone)
    return { days, sums: await groupedSums(tx, units, { ...grouping, days }) }
  }
  const current = await read(span)
  const reference = baseline?.kind === 'period' ? await read(spanBetween(baseline.from, baseline.until)) : null
  return Array.from({ length: grouping.groups }, (_, group): EnergyShare => {
    const groupQuery = { units: unitsIn(units, grouping, group), timezone, now }
    const facts = dayFactsOf(current.days, current.sums[group] ?? [], groupQuery)
    const { lamps } = summarizeLamps(groupQuery.units, now)
    const before = reference ? dayFactsOf(reference.days, reference.sums[group] ?? [], groupQuery) : []
    const saving =
      baseline && computeSaving(facts, computeBaseline(baseline, facts, { reference: before, ratedW: lamps.ratedW }))
    const knownDays = facts.flatMap(({ used }) => (used === null ? [] : [used]))
    return {
      zone: zones[group] ?? null,
      lamps: lamps.count,
      days: facts.map(({ used }) => used),
      used: knownDays.length === 0 ? null : tenths(knownDays.reduce((total, used) => total + used, 0)),
      missing: facts.reduce((total, { missing }) => total + missing, 0),
      saved: saving?.saved ?? null,
      percent: saving?.percent ?? null,
    }
  })
}

const tenths = (wh: number): number => Math.round(wh * 10) / 10
