import type { Moment } from '@vigilux/contract/features/compliance/facts.ts'
import { plantDay } from '@vigilux/contract/features/compliance/plant-day.ts'

type Time = Date | string
const quarterMs = 900_000

/** A moment in the plant's local time. */
export type MomentOf = (at: Time) => Moment

export const momentsIn = (timezone: string): MomentOf => {
  // Time zones change offsets only on quarters of an hour: results of one test share few of these.
  const days = new Map<number, number>()
  return (at) => {
    const date = new Date(at)
    const quarter = Math.floor(date.getTime() / quarterMs)
    const day = days.get(quarter) ?? plantDay(date, timezone)
    days.set(quarter, day)
    return { at: date.toISOString(), day }
  }
}
