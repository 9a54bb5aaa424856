import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { dayMs, type PlanFacts } from '../plan-facts.ts'
import { type Cell, cellOf, cellsOf } from './cells.rules.ts'
import type { FreeTime, Slot } from './free-time.rules.ts'
import type { Neighbours } from './neighbours.rules.ts'
import type { Placement, TestSchedule } from './test-schedule.rules.ts'

/** Minutes reserved for a functional test; an actual test is shorter. */
export const functionalMinutes = 15

/** Period of a unit's own functional tests: every 4 weeks, or weekly if the profile asks for more. */
export const functionalPeriod = (functionDays: number): { period: TestPeriod; days: number } =>
  functionDays >= 28 ? { period: '4w', days: 28 } : { period: '1w', days: 7 }

type Work = {
  facts: PlanFacts
  settings: PlanSettings
  free: FreeTime
  neighbours: Neighbours
  book: TestSchedule
  begin: number
}
type FreeSlot = Extract<Slot, { at: number }>
const isFree = (slot: Slot | undefined): slot is FreeSlot => slot !== undefined && 'at' in slot

const placementOf = (cell: Cell, slot: FreeSlot, planner: Placement['by']): Placement => ({
  ...cell,
  kind: 'functional',
  by: planner,
  day: slot.day,
  at: slot.at,
  minutes: functionalMinutes,
})

/** Whether a unit can repeat the test: all days are free at the same time of day. */
const isSteady = (slots: readonly (Slot | undefined)[]): slots is FreeSlot[] => {
  const [first] = slots
  return isFree(first) && slots.every((slot) => isFree(slot) && slot.time === first.time)
}

/** The remaining days of the plan. */
const daysAhead = ({ settings, free: freeTime, begin }: Work): Slot[] => {
  const slots = freeTime.slots(settings.functionalAt, functionalMinutes)
  // A day whose hour has passed is skipped; a blocked day is not.
  const first = slots.findIndex((slot) => isFree(slot) && slot.at >= begin)
  return first < 0 ? [] : slots.slice(first)
}

/** All dates of a unit by its own period; undefined when some of them are not free. */
const placeByUnit = (work: Work, cell: Cell): Placement[] | undefined => {
  const { facts, settings, book: schedule } = work
  const slots = daysAhead(work)
  const { days } = functionalPeriod(facts.functionDays)
  const firstDays = Array.from({ length: Math.min(days, slots.length) }, (_, n) => n)
  // The preferred weekday of autonomy tests stays free of functional tests where possible.
  const rankedDays = firstDays.toSorted(
    (a, b) => Number(slots[a]?.weekday === settings.weekday) - Number(slots[b]?.weekday === settings.weekday) || a - b,
  )
  for (const first of rankedDays) {
    const unitSlots = Array.from(
      { length: Math.ceil((slots.length - first) / days) },
      (_, k) => slots[first + k * days],
    )
    if (!isSteady(unitSlots)) continue
    const tests = unitSlots.map((slot) => placementOf(cell, slot, 'unit'))
    if (tests.every((test) => schedule.fits(test))) return tests
  }
  return undefined
}

/** Days to try for a preferred one: nearest first, none after the last. */
const daysAround = (wantedDay: number, earliestDay: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - earliestDay + 1) }, (_, n) => earliestDay + n).toSorted(
    (a, b) => Math.abs(a - wantedDay) - Math.abs(b - wantedDay) || a - b,
  )

/** The free day nearest to the preferred one on which the cell can be tested. */
const dayFor = (
  work: Work,
  cell: Cell,
  { wantedDay, earliest: earliestDay, last }: { wantedDay: number; earliest: number; last: number },
): number | undefined => {
  const slots = daysAhead(work)
  return daysAround(wantedDay, earliestDay, Math.min(last, slots.length - 1)).find((at) => {
    const slot = slots[at]
    return isFree(slot) && work.book.fits(placementOf(cell, slot, 'platform'))
  })
}

/** Plans the dates for the platform's starts: as often as required, each on the free day nearest to its turn. */
const placeOnPlatformDates = (work: Work, cell: Cell, firstDay: number): boolean => {
  const { facts, book: schedule } = work
  const slots = daysAhead(work)
  const { days } = functionalPeriod(facts.functionDays)
  let before: number | null = null
  while (before === null ? slots.length > 0 : before + facts.functionDays < slots.length) {
    const found = dayFor(
      work,
      cell,
      before === null
        ? { wantedDay: firstDay, earliest: 0, last: facts.functionDays }
        : {
            wantedDay: before + days,
            earliest: before + Math.ceil(days / 2),
            last: before + facts.functionDays,
          },
    )
    const slot = found === undefined ? undefined : slots[found]
    if (found === undefined || !isFree(slot)) return false
    schedule.add(placementOf(cell, slot, 'platform'))
    before = found
  }
  return before !== null
}

/**
 * In a building with empty hours, the unit tests all lamps at once by its own schedule. In an always occupied building,
 * or when the schedule cannot avoid blocked days, the platform starts the tests, one group after the other.
 */
export const planFunctional = (work: Work, lamps: readonly number[]): { without: number[] } => {
  const { facts, neighbours, book: schedule } = work
  if (!facts.alwaysOpen) {
    const all = cellOf(lamps, facts.lamps, neighbours)
    const unitTests = placeByUnit(work, all)
    if (unitTests) {
      for (const test of unitTests) schedule.add(test)
      return { without: [] }
    }
    return { without: placeOnPlatformDates(work, all, 0) ? [] : [...lamps] }
  }
  const { days } = functionalPeriod(facts.functionDays)
  const cells = cellsOf(lamps, facts.lamps, neighbours, Number.POSITIVE_INFINITY)
  const turns = { even: 0, odd: 0 }
  return {
    without: cells.flatMap((cell) => {
      const group = cell.group ?? 'even'
      const groupTurn = (group === 'odd' ? Math.floor(days / 2) : 0) + turns[group]
      turns[group] += 1
      return placeOnPlatformDates(work, cell, groupTurn % days) ? [] : cell.lamps
    }),
  }
}

/** A missed test is not repeated when the unit's next one follows within this many days. */
const soonDays = 3

/** Repeats a missed test on the next free day, unless the unit has a test soon anyway. */
export const repeatFunctional = (work: Work, lamps: readonly number[]): void => {
  const { facts, neighbours, book: schedule, begin } = work
  const cell = cellOf(lamps, facts.lamps, neighbours)
  const isSoon = ({ kind, unitId, at, lamps: testLamps }: Placement) =>
    kind === 'functional' &&
    unitId === cell.unitId &&
    at >= begin &&
    at < begin + soonDays * dayMs &&
    testLamps.includes(lamps[0] ?? -1)
  if (schedule.placed.some(isSoon)) return
  for (const slot of daysAhead(work)) {
    if (!isFree(slot)) continue
    const test = placementOf(cell, slot, 'platform')
    if (!schedule.fits(test)) continue
    schedule.add(test)
    return
  }
}
