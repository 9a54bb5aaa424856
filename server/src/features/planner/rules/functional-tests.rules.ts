import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { dayMs, type PlanFacts } from '../plan-facts.ts'
import { type Cell, cellOf, cellsOf } from './cells.rules.ts'
import type { FreeTime, Slot } from './free-time.rules.ts'
import type { Neighbours } from './neighbours.rules.ts'
import type { Placement, TestSchedule } from './test-schedule.rules.ts'

/** Minutes that a functional test is given: it takes fewer. */
export const functionalMinutes = 15

/** How often a unit tests by itself so that a profile is content: every 4 weeks, or every week where that is too seldom. */
export const functionalPeriod = (functionDays: number): { period: TestPeriod; days: number } =>
  functionDays >= 28 ? { period: '4w', days: 28 } : { period: '1w', days: 7 }

type Work = {
  facts: PlanFacts
  wishes: PlanSettings
  free: FreeTime
  neighbours: Neighbours
  book: TestSchedule
  begin: number
}
type FreeSlot = Extract<Slot, { at: number }>
const isFree = (slot: Slot | undefined): slot is FreeSlot => slot !== undefined && 'at' in slot

const placementOf = (cell: Cell, slot: FreeSlot, by: Placement['by']): Placement => ({
  ...cell,
  kind: 'functional',
  by,
  day: slot.day,
  at: slot.at,
  minutes: functionalMinutes,
})

/** Whether a unit can repeat it: all days are free at the same time of day. */
const isSteady = (slots: readonly (Slot | undefined)[]): slots is FreeSlot[] => {
  const [first] = slots
  return isFree(first) && slots.every((slot) => isFree(slot) && slot.time === first.time)
}

/** The days that are still ahead. */
const daysAhead = ({ wishes, free, begin }: Work): Slot[] => {
  const slots = free.slots(wishes.functionalAt, functionalMinutes)
  // A day whose hour has passed is over; one that is not free is not yet.
  const first = slots.findIndex((slot) => isFree(slot) && slot.at >= begin)
  return first < 0 ? [] : slots.slice(first)
}

/** All dates of one unit that it can run by itself, every so many days; undefined where some of them would not be free. */
const ownDates = (work: Work, cell: Cell): Placement[] | undefined => {
  const { facts, wishes, book } = work
  const slots = daysAhead(work)
  const { days } = functionalPeriod(facts.functionDays)
  const firsts = Array.from({ length: Math.min(days, slots.length) }, (_, n) => n)
  // The night of the week on which batteries are discharged is left to that, where it can be.
  const ranked = firsts.toSorted(
    (a, b) => Number(slots[a]?.weekday === wishes.weekday) - Number(slots[b]?.weekday === wishes.weekday) || a - b,
  )
  for (const first of ranked) {
    const its = Array.from({ length: Math.ceil((slots.length - first) / days) }, (_, k) => slots[first + k * days])
    if (!isSteady(its)) continue
    const tests = its.map((slot) => placementOf(cell, slot, 'unit'))
    if (tests.every((test) => book.fits(test))) return tests
  }
  return undefined
}

/** Days in the order in which they are tried for one that is wanted: the nearest first, and no later than the last. */
const daysAround = (wanted: number, earliest: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - earliest + 1) }, (_, n) => earliest + n).toSorted(
    (a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b,
  )

/** The free day nearest to the wanted one on which the cell can be tested. */
const dayFor = (
  work: Work,
  cell: Cell,
  { wanted, earliest, last }: { wanted: number; earliest: number; last: number },
): number | undefined => {
  const slots = daysAhead(work)
  return daysAround(wanted, earliest, Math.min(last, slots.length - 1)).find((at) => {
    const slot = slots[at]
    return isFree(slot) && work.book.fits(placementOf(cell, slot, 'platform'))
  })
}

/** The dates of a cell that the platform starts: so often as the profile asks, each on the free day nearest to its turn. */
const keptDates = (work: Work, cell: Cell, turn: number): boolean => {
  const { facts, book } = work
  const slots = daysAhead(work)
  const { days } = functionalPeriod(facts.functionDays)
  let before: number | null = null
  while (before === null ? slots.length > 0 : before + facts.functionDays < slots.length) {
    const found = dayFor(
      work,
      cell,
      before === null
        ? { wanted: turn, earliest: 0, last: facts.functionDays }
        : {
            wanted: before + days,
            earliest: before + Math.ceil(days / 2),
            last: before + facts.functionDays,
          },
    )
    const slot = found === undefined ? undefined : slots[found]
    if (found === undefined || !isFree(slot)) return false
    book.add(placementOf(cell, slot, 'platform'))
    before = found
  }
  return before !== null
}

/**
 * The functional tests of one unit. Where people leave, the unit tests all lamps at once by its own calendar. Where people are always there,
 * or its calendar cannot keep the days free, the platform starts them: one group after the other.
 */
export const planFunctional = (work: Work, lamps: readonly number[]): { without: number[] } => {
  const { facts, neighbours, book } = work
  if (!facts.alwaysOpen) {
    const all = cellOf(lamps, facts.lamps, neighbours)
    const own = ownDates(work, all)
    if (own) {
      for (const test of own) book.add(test)
      return { without: [] }
    }
    return { without: keptDates(work, all, 0) ? [] : [...lamps] }
  }
  const { days } = functionalPeriod(facts.functionDays)
  const cells = cellsOf(lamps, facts.lamps, neighbours, Number.POSITIVE_INFINITY)
  const turns = { even: 0, odd: 0 }
  return {
    without: cells.flatMap((cell) => {
      const group = cell.group ?? 'even'
      const turn = (group === 'odd' ? Math.floor(days / 2) : 0) + turns[group]
      turns[group] += 1
      return keptDates(work, cell, turn % days) ? [] : cell.lamps
    }),
  }
}

/** Days within which the next test of a unit is near enough, so that one that was missed is not made up for. */
const soonDays = 3

/** Makes up for a test that was not executed, on the next free day; not where the unit is tested soon anyway. */
export const repeatFunctional = (work: Work, lamps: readonly number[]): void => {
  const { facts, neighbours, book, begin } = work
  const cell = cellOf(lamps, facts.lamps, neighbours)
  const isSoon = ({ kind, unitId, at, lamps: its }: Placement) =>
    kind === 'functional' &&
    unitId === cell.unitId &&
    at >= begin &&
    at < begin + soonDays * dayMs &&
    its.includes(lamps[0] ?? -1)
  if (book.placed.some(isSoon)) return
  for (const slot of daysAhead(work)) {
    if (!isFree(slot)) continue
    const test = placementOf(cell, slot, 'platform')
    if (!book.fits(test)) continue
    book.add(test)
    return
  }
}
