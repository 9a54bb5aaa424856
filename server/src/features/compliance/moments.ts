import type { Moment } from '@vigilux/contract/features/compliance/facts.ts'
import { plantDay } from '@vigilux/contract/features/compliance/plant-day.ts'

type Time = Date | string | number
const quarterMs = 900_000

/** A moment in the plant's local time. */
export type MomentOf = (at: Time) => Moment

export const momentsIn = (timezone: string): MomentOf => {
  // Time zones change offsets only on quarters of an hour. Results of one test share few of these, and few moments.
  const days = new Map<number, number>()
  const moments = new Map<number, Moment>()
  return (at) => {
    const date = new Date(at)
    const ms = date.getTime()
    const known = moments.get(ms)
    if (known) return known
    const quarter = Math.floor(ms / quarterMs)
    const day = days.get(quarter) ?? plantDay(date, timezone)
    days.set(quarter, day)
    const moment = { at: date.toISOString(), day }
    moments.set(ms, moment)
    return moment
  }
}
