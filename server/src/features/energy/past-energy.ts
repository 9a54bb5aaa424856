import { quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { toZoned } from '../../kernel/zoned.ts'
import { updateAllLongSums } from './book-work.ts'
import { insertSums, insertWaitingTelemetry, saveMetered } from './energy.store.ts'
import { packMetered } from './metered-unit.ts'
import { partsOf, spanBetween } from './periods.ts'
import { noSums, type Sums, sumColumns } from './sum-readings.ts'

/** A lamp as it is metered; power in tenths of a watt. */
export type PastLamp = { serial: string; addr: number; ratedDw: number }
/** What a lamp used in a quarter of an hour: tenths of a Wh, and seconds; null where nobody knows. */
type PastQuarter = { energy: number; onS: number } | null
/** An hour of a day of the plant. */
export type PastDay = { day: string; weekday: number; hour: number }

type Past = {
  centralUnitId: string
  timezone: string
  lamps: readonly PastLamp[]
  /** The first and the last day that is summed up. */
  from: string
  until: string
  /** Up to which moment quarters of the days after that are told. */
  toldUntil: Date
  /** What a lamp used in each quarter of an hour. */
  usedIn(lamp: PastLamp, at: PastDay): PastQuarter
}

const quarterMs = quarterS * 1_000
const perHour = 4
const knownAt = sumColumns.indexOf('known')

/** Sums of days, by what lamps used in the hours of each. */
const sumDays = ({ timezone, lamps, from, until, usedIn }: Past): Map<string, Sums> => {
  const hours = partsOf(spanBetween(from, until), 'hour', timezone)
  return new Map(
    [...Map.groupBy(hours, ({ start }) => start)].map(([day, its]) => {
      const { dayOfWeek: weekday } = Temporal.PlainDate.from(day)
      const sums: Sums = { slots: its.length, lamps: new Map() }
      for (const lamp of lamps) {
        const columns = noSums(its.length)
        for (const { slot } of its) {
          const used = usedIn(lamp, { day, weekday, hour: slot })
          if (!used) continue
          for (const [n, value] of [used.energy, used.onS].entries()) columns[n]?.fill(value * perHour, slot, slot + 1)
          columns[knownAt]?.fill(perHour, slot, slot + 1)
        }
        sums.lamps.set(lamp.serial, columns)
      }
      return [day, sums]
    }),
  )
}

/** What the counters showed since the last day that is summed up, to be booked as any telemetry. */
const insertRemainingTelemetry = async (tx: Tx, past: Past, first: number): Promise<void> => {
  const { centralUnitId, timezone, lamps, toldUntil, until, usedIn } = past
  const count = Math.min(96, Math.floor(toldUntil.getTime() / quarterMs) - first + 1)
  if (count < 1) return
  const day = Temporal.PlainDate.from(until).add({ days: 1 })
  const at = { day: day.toString(), weekday: day.dayOfWeek }
  const hourOf = (moment: number): number => toZoned(new Date(moment * quarterMs), timezone).hour
  const told = lamps.map((lamp): [number, string, number, number[], number[]] => {
    const shown: [number[], number[]] = [[0], [0]]
    for (let n = 1; n < count; n++) {
      const used = usedIn(lamp, { ...at, hour: hourOf(first + n - 1) }) ?? { energy: 0, onS: 0 }
      shown[0].push((shown[0].at(-1) ?? 0) + used.energy)
      shown[1].push((shown[1].at(-1) ?? 0) + used.onS)
    }
    return [lamp.addr, lamp.serial, lamp.ratedDw, ...shown]
  })
  await insertWaitingTelemetry(tx, [{ centralUnitId, readings: { first, count, lamps: told } }])
}

/** Keeps what a unit's lamps used before anybody asked: sums by the same code that sums readings, and telemetry for the day that has begun. */
export const insertPastEnergy = async (tx: Tx, past: Past): Promise<void> => {
  const { centralUnitId, timezone, lamps, from, until } = past
  const quarters = partsOf(spanBetween(from, until), 'day', timezone)
  const [first, last] = [quarters[0]?.from ?? 0, quarters.at(-1)?.to ?? 0]
  await insertSums(tx, centralUnitId, updateAllLongSums(sumDays(past), []))
  const known = lamps.map(({ serial, ...lamp }) => [serial, { ...lamp, first, last, powerDw: null }] as const)
  await saveMetered(tx, centralUnitId, { timezone, latest: last, lamps: packMetered(new Map(known)) })
  // The moment at which the last day ends is left out: with it that day would be summed up from readings that are not there.
  await insertRemainingTelemetry(tx, past, last + 1)
}
