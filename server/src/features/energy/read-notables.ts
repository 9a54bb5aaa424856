import type { Baseline } from '@vigilux/contract/features/energy/baseline.ts'
import type { EnergyNote, EnergyShare } from '@vigilux/contract/features/energy/energy-costs.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { energyThread } from './energy-thread.ts'
import type { Notable } from './find-notable.ts'
import { hourOfWeek, partsOf, type Span } from './periods.ts'
import type { RequestedUnit } from './read-energy.ts'
import { readShares } from './read-shares.ts'
import {
  listMeteredUnits,
  listPackedSums,
  listTopics,
  listUnitsOfPlant,
  listZonesOfLamps,
} from './requested-energy.store.ts'

/** Days searched, up to yesterday. */
const daysBack = 7
/** Night hours by the plant's clock, in which hardly any plant is in use. */
const nightHours = { from: 1, to: 5 } as const
/** Percent over the baseline too high for chance. */
const abovePercent = 5
const maxNotables = 50

const weekBefore = (today: string): Span => {
  const to = Temporal.PlainDate.from(today)
  return { from: to.subtract({ days: daysBack }), to }
}

type Place = { lamp: { topic: string; addr: number } | null; zone: { id: string; name: string } | null }

/** Findings of single lamps, grouped by zone and day; a lamp alone in its group is named. */
const groupNotables = (found: readonly Notable[], placeOf: (one: Notable) => Place): EnergyNote[] => {
  const placedNotables = found.map((one) => ({ one, at: placeOf(one) }))
  const keyOf = ({ one, at }: (typeof placedNotables)[number]) => `${one.kind} ${one.day} ${at.zone?.id ?? ''}`
  return [...Map.groupBy(placedNotables, keyOf).values()].flatMap((placedNotes) => {
    const [first] = placedNotes
    if (!first) return []
    const sumOf = (amountOf: (one: Notable) => number) => placedNotes.reduce((all, { one }) => all + amountOf(one), 0)
    return [
      {
        kind: first.one.kind,
        zone: first.at.zone,
        lamp: placedNotes.length === 1 ? first.at.lamp : null,
        lamps: placedNotes.length,
        day: first.one.day,
        used: sumOf(({ used }) => used) / 10,
        expected: Math.round(sumOf(({ expected }) => expected)) / 10,
        hours: Math.round(sumOf(({ onS }) => onS) / 360) / 10,
      },
    ]
  })
}

const aboveBaseline = (shares: readonly EnergyShare[], day: string): EnergyNote[] =>
  shares.flatMap(({ zone, lamps, used, percent, saved }) => {
    if (percent === null || saved === null || used === null || percent > -abovePercent) return []
    return [{ kind: 'above_baseline' as const, zone, lamp: null, lamps, day, used, expected: used + saved, hours: 0 }]
  })

/** Searches all units of a plant, one after the other. */
const findAll = async (
  tx: Tx,
  units: readonly RequestedUnit[],
  { span, timezone }: { span: Span; timezone: string },
): Promise<Notable[]> => {
  const hours = partsOf(span, 'hour', timezone)
  const days = [...Map.groupBy(hours, ({ start }) => start)]
  const nightOf = new Map(
    days.map(([start, dayParts]) => [
      start,
      dayParts.flatMap((part) => {
        const { hour } = hourOfWeek(part, { timezone, isWhole: dayParts.length === 24 })
        return hour >= nightHours.from && hour < nightHours.to ? [part.slot] : []
      }),
    ]),
  )
  const found: Notable[] = []
  for (const { id, metered } of units) {
    const rows = await listPackedSums(tx, new Map([[id, null]]), hours)
    const sortedRows = rows.toSorted((a, b) => (a.start < b.start ? -1 : 1))
    found.push(
      ...(await energyThread.run('findNotable', {
        unit: id,
        rated: new Map([...metered.lamps].map(([serial, { ratedDw }]) => [serial, ratedDw])),
        days: sortedRows.map(({ start, lamps }) => ({ day: start, lamps, night: nightOf.get(start) ?? [] })),
      })),
    )
  }
  return found
}

type NotableQuery = { plantId: string; timezone: string; now: Date; baseline: Baseline | null }

/** Findings of the last seven days, most expensive first. */
export const readNotables = async (tx: Tx, { plantId, timezone, now, baseline }: NotableQuery) => {
  const span = weekBefore(dayIn(now, timezone))
  const [from, until] = [span.from.toString(), span.to.subtract({ days: 1 }).toString()]
  const requestedLamps = await listUnitsOfPlant(tx, plantId)
  const units = await listMeteredUnits(tx, requestedLamps)
  const topics = await listTopics(tx, requestedLamps)
  const { zones, zoneOf } = await listZonesOfLamps(tx, plantId)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const placeOf = ({ unit, serial }: Notable): Place => {
    const [topic, addr] = [topics.get(unit), byId.get(unit)?.metered.lamps.get(serial)?.addr]
    const zoneId = zoneOf.get(unit)?.get(serial)
    return {
      lamp: topic !== undefined && addr !== undefined ? { topic, addr } : null,
      zone: zones.find(({ id }) => id === zoneId) ?? null,
    }
  }
  const found = await findAll(
    tx,
    units.filter(({ isEnrolled }) => isEnrolled),
    { span, timezone },
  )
  const shares = baseline ? await readShares(tx, { plantId, span, timezone, now, baseline }) : []
  const notes = [...groupNotables(found, placeOf), ...aboveBaseline(shares, from)]
  const extraUse = ({ used, expected }: EnergyNote) => Math.abs(used - expected)
  return { from, until, notes: notes.toSorted((a, b) => extraUse(b) - extraUse(a)).slice(0, maxNotables) }
}
