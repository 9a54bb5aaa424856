import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { dayMs, type PlanFacts } from '../plan-facts.ts'
import { type Cell, cellsOf } from './cells.rules.ts'
import type { FreeTime, Slot } from './free-time.rules.ts'
import type { Neighbours } from './neighbours.rules.ts'
import type { Placement, TestSchedule } from './test-schedule.rules.ts'

export type AutonomyWork = {
  facts: PlanFacts
  settings: PlanSettings
  free: FreeTime
  neighbours: Neighbours
  book: TestSchedule
  /** Maximum number of lamps of one test. */
  maxLamps: number
  /** The plan's begin, and the first and last instants open to planning. */
  planBegin: number
  begin: number
  end: number
  /** Lamps to test on the next free night. */
  urgent: ReadonlySet<number>
}

/** When a lamp's next test is due, and the earliest time at which a test is useful. */
type DueGap = { lamp: number; from: number; due: number }

/** With a profile interval of a year or less, every lamp is tested in every plan. */
const yearDays = 366

const datesOf = (schedule: TestSchedule): Map<number, number[]> => {
  const dates = new Map<number, number[]>()
  for (const { kind, lamps, at } of schedule.placed)
    if (kind === 'autonomy') for (const lamp of lamps) dates.set(lamp, [...(dates.get(lamp) ?? []), at])
  for (const lampDates of dates.values()) lampDates.sort((a, b) => a - b)
  return dates
}

/** The first missing test of a lamp; undefined when none is missing. */
const gapOf = (
  { facts, planBegin, begin, end }: AutonomyWork,
  lamp: number,
  dates: readonly number[],
): DueGap | undefined => {
  const periodMs = facts.durationDays * dayMs
  const last = facts.lamps[lamp]?.lastAutonomy ?? null
  const cursor = dates.at(-1) ?? last
  if (cursor === null) return { lamp, from: begin, due: begin + facts.firstTestDays * dayMs }
  const dueAt = cursor + periodMs
  const hasTurn = dates.length > 0 || facts.durationDays > yearDays || cursor >= planBegin
  if (hasTurn && dueAt > end) return undefined
  return { lamp, from: Math.max(begin, dates.length > 0 ? cursor + periodMs / 2 : begin), due: Math.min(dueAt, end) }
}

const minutesOf = ({ facts }: AutonomyWork, cell: Cell): number =>
  Math.max(...cell.lamps.map((at) => facts.lamps[at]?.ratedMin ?? facts.ratedMinutes))

type FreeSlot = Extract<Slot, { at: number }>
type NightSearch = { placed: Placement } | { none: 'noFreeHours' | 'noNight' }

/** The best night for a cell: in time, on the preferred weekday, with the fewest lamps already without charge. */
const findNight = (work: AutonomyWork, cell: Cell, gap: Omit<DueGap, 'lamp'>, isUrgent: boolean): NightSearch => {
  const { settings, free: freeTime, book: schedule, maxLamps, begin, end } = work
  const minutes = minutesOf(work, cell)
  const all = freeTime.slots(settings.autonomyAt, minutes).filter((slot): slot is FreeSlot => 'at' in slot)
  const upcomingSlots = all.filter(({ at }) => at >= begin && at <= end)
  if (upcomingSlots.length === 0) return { none: 'noFreeHours' }
  const cost = ({ at, weekday }: FreeSlot): number => schedule.load(at) + (weekday === settings.weekday ? 0 : maxLamps)
  const inTime = upcomingSlots
    .filter(({ at }) => at >= gap.from && at <= gap.due)
    .map((slot) => ({ slot, cost: isUrgent ? 0 : cost(slot) }))
    .toSorted((a, b) => a.cost - b.cost || a.slot.at - b.slot.at)
    .map(({ slot }) => slot)
  const placementAt = ({ day, at }: FreeSlot): Placement => ({
    ...cell,
    kind: 'autonomy',
    by: 'platform',
    day,
    at,
    minutes,
  })
  const found = inTime.find((slot) => schedule.fits(placementAt(slot)))
  if (found) return { placed: placementAt(found) }
  const laterSlot = upcomingSlots.find((slot) => slot.at > gap.due && schedule.fits(placementAt(slot)))
  return laterSlot ? { placed: placementAt(laterSlot) } : { none: 'noNight' }
}

/** Future tests, kept and new, too late for one of their lamps. */
export const findLateTests = ({ facts, book: schedule, planBegin, begin }: AutonomyWork): Placement[] => {
  const dates = datesOf(schedule)
  const dueOf = (lamp: number, { at, id, came }: Placement): number => {
    const last = facts.lamps[lamp]?.lastAutonomy ?? null
    const before = [...(last === null ? [] : [last]), ...(dates.get(lamp) ?? [])].filter((date) => date < at)
    if (before.length > 0) return Math.max(...before) + facts.durationDays * dayMs
    // For a kept test the arrival time of a lamp added during the plan is unknown.
    if (came) return Number.POSITIVE_INFINITY
    return (id === undefined ? begin : planBegin) + facts.firstTestDays * dayMs
  }
  return schedule.placed.filter(
    (test) => test.kind === 'autonomy' && test.at >= begin && test.lamps.some((lamp) => test.at > dueOf(lamp, test)),
  )
}

/** Lamps without a possible night. */
type LampsWithoutNight = { cause: 'noFreeHours' | 'noNight'; lamps: number[] }

/** The gap of a cell: the earliest due time of its lamps, and when a test is useful for all of them. */
const gapOfCell = (gaps: readonly DueGap[]): Omit<DueGap, 'lamp'> => {
  const dueAt = Math.min(...gaps.map((gap) => gap.due))
  return { due: dueAt, from: Math.min(dueAt, Math.max(...gaps.map((gap) => gap.from))) }
}

/** The gaps of the open lamps; closes lamps without any. */
const gapsNow = (work: AutonomyWork, openLamps: Set<number>): Map<number, DueGap> => {
  const dates = datesOf(work.book)
  const gaps = new Map<number, DueGap>()
  for (const lamp of openLamps) {
    const gap = gapOf(work, lamp, dates.get(lamp) ?? [])
    if (gap) gaps.set(lamp, gap)
    else openLamps.delete(lamp)
  }
  return gaps
}

/**
 * Plans the missing autonomy tests of these lamps. Lamps due first choose first; a lamp with several tests in the year
 * gets one after the other.
 */
export const planAutonomy = (work: AutonomyWork, lamps: readonly number[]): LampsWithoutNight[] => {
  const lampsWithoutNight: LampsWithoutNight[] = []
  const openLamps = new Set(lamps)
  while (openLamps.size > 0) {
    const gaps = gapsNow(work, openLamps)
    const lampsByDue = [...gaps.values()].toSorted((a, b) => a.due - b.due || a.lamp - b.lamp).map(({ lamp }) => lamp)
    for (const cell of cellsOf(lampsByDue, work.facts.lamps, work.neighbours, work.maxLamps)) {
      const gap = gapOfCell(cell.lamps.flatMap((lamp) => gaps.get(lamp) ?? []))
      const isUrgent = gap.due < work.begin || cell.lamps.some((lamp) => work.urgent.has(lamp))
      const found = findNight(work, cell, gap, isUrgent)
      if ('none' in found) {
        lampsWithoutNight.push({ cause: found.none, lamps: cell.lamps })
        for (const lamp of cell.lamps) openLamps.delete(lamp)
        continue
      }
      work.book.add(found.placed)
    }
  }
  return lampsWithoutNight
}
