import { quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { toZoned } from '../../kernel/zoned.ts'
import { updateAllLongSums } from './book-work.ts'
import { insertSums, insertWaitingTelemetry, saveMetered } from './energy.store.ts'
import { packMetered } from './metered-unit.ts'
import { partsOf, spanBetween } from './periods.ts'
import { noSums, type Sums, sumColumns } from './sum-readings.ts'

/** A metered lamp; power in tenths of a watt. */
export type PastLamp = { serial: string; addr: number; ratedDw: number }
/** Use of a lamp in a quarter of an hour: tenths of a Wh, and seconds; null if unknown. */
type PastQuarter = { energy: number; onS: number } | null
/** An hour of a day of the plant. */
export type PastDay = { day: string; weekday: number; hour: number }

type PastEnergy = {
  centralUnitId: string
  timezone: string
  lamps: readonly PastLamp[]
  /** The first and the last summed day. */
  from: string
  until: string
  /** End of the readings for the days after it. */
  reportedUntil: Date
  /** Use of a lamp in each quarter of an hour. */
  usedIn(lamp: PastLamp, at: PastDay): PastQuarter
}

const quarterMs = quarterS * 1_000
const perHour = 4
const knownAt = sumColumns.indexOf('known')

/** Daily sums from the hourly use of lamps. */
const sumDays = ({ timezone, lamps, from, until, usedIn }: PastEnergy): Map<string, Sums> => {
  const hours = partsOf(spanBetween(from, until), 'hour', timezone)
  return new Map(
    [...Map.groupBy(hours, ({ start }) => start)].map(([day, dayHours]) => {
      const { dayOfWeek: weekday } = Temporal.PlainDate.from(day)
      const sums: Sums = { slots: dayHours.length, lamps: new Map() }
      for (const lamp of lamps) {
        const columns = noSums(dayHours.length)
        for (const { slot } of dayHours) {
          const quarter = usedIn(lamp, { day, weekday, hour: slot })
          if (!quarter) continue
          for (const [n, value] of [quarter.energy, quarter.onS].entries())
            columns[n]?.fill(value * perHour, slot, slot + 1)
          columns[knownAt]?.fill(perHour, slot, slot + 1)
        }
        sums.lamps.set(lamp.serial, columns)
      }
      return [day, sums]
    }),
  )
}

/** Counter readings since the last summed day, booked like any telemetry. */
const insertRemainingTelemetry = async (tx: Tx, pastEnergy: PastEnergy, first: number): Promise<void> => {
  const { centralUnitId, timezone, lamps, reportedUntil, until, usedIn } = pastEnergy
  const count = Math.min(96, Math.floor(reportedUntil.getTime() / quarterMs) - first + 1)
  if (count < 1) return
  const day = Temporal.PlainDate.from(until).add({ days: 1 })
  const at = { day: day.toString(), weekday: day.dayOfWeek }
  const hourOf = (moment: number): number => toZoned(new Date(moment * quarterMs), timezone).hour
  const lampReadings = lamps.map((lamp): [number, string, number, number[], number[]] => {
    const counters: [number[], number[]] = [[0], [0]]
    for (let n = 1; n < count; n++) {
      const quarter = usedIn(lamp, { ...at, hour: hourOf(first + n - 1) }) ?? { energy: 0, onS: 0 }
      counters[0].push((counters[0].at(-1) ?? 0) + quarter.energy)
      counters[1].push((counters[1].at(-1) ?? 0) + quarter.onS)
    }
    return [lamp.addr, lamp.serial, lamp.ratedDw, ...counters]
  })
  await insertWaitingTelemetry(tx, [{ centralUnitId, readings: { first, count, lamps: lampReadings } }])
}

/** Saves the past use of a unit's lamps: sums by the code for real readings, and telemetry for the current day. */
export const insertPastEnergy = async (tx: Tx, pastEnergy: PastEnergy): Promise<void> => {
  const { centralUnitId, timezone, lamps, from, until } = pastEnergy
  const quarters = partsOf(spanBetween(from, until), 'day', timezone)
  const [first, last] = [quarters[0]?.from ?? 0, quarters.at(-1)?.to ?? 0]
  await insertSums(tx, centralUnitId, updateAllLongSums(sumDays(pastEnergy), []))
  const meteredLamps = lamps.map(({ serial, ...lamp }) => [serial, { ...lamp, first, last, powerDw: null }] as const)
  await saveMetered(tx, centralUnitId, { timezone, latest: last, lamps: packMetered(new Map(meteredLamps)) })
  // Omit the reading at the end of the last day: otherwise the day would be summed from missing readings.
  await insertRemainingTelemetry(tx, pastEnergy, last + 1)
}
