import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, type PlanUnit } from '../plan-facts.ts'
import { planFacts, planLamp, planUnit } from '../plan-fixtures.ts'
import { conflictsOf } from './conflicts.rules.ts'
import { keptDatesOf, testsOnKeptDates } from './kept-dates.rules.ts'
import { type PlanTask, planYear } from './plan-year.rules.ts'
import { endOf, type Placement } from './test-schedule.rules.ts'

const span = { from: '2027-01-01', until: '2027-12-31' }
const begin = Date.parse('2026-12-31T23:00:00Z')
const reportedDate = (next: string, period: '1w' | '4w' | '12m', deferred = false) => ({ next, period, deferred })
const awayTask = (
  reported: Partial<PlanUnit['reported']>,
  chargeHours = 24,
  overrides: Partial<PlanUnit> = {},
): PlanTask => {
  const units = [
    planUnit('a'),
    planUnit('b', { online: false, reported: { functional: null, autonomy: null, ...reported }, ...overrides }),
  ]
  // Each lamp of one unit hangs beside one of the other.
  const lamps = units.flatMap(({ id }) => [1, 2, 3].map((n) => planLamp(id, n, { room: `r${n}`, parity: null })))
  const facts = planFacts({ units, lamps, chargeHours })
  const taskBase = { facts, settings: { ...defaultPlanSettings, ready: 50 }, keptFree: new Set<string>(), span, begin }
  return { ...taskBase, keptDates: testsOnKeptDates(taskBase, (unit) => keptDatesOf(unit, undefined)) }
}
/** Neighbours with a second test before the first has charged, or during it. */
const isTooNear = (a: Placement, b: Placement, chargeHours: number): boolean => {
  const [first = a, second = b] = [a, b].toSorted((one, other) => one.at - other.at)
  return second.at - endOf(first) < (first.kind === 'autonomy' ? chargeHours * hourMs : 0)
}
const testsOfUnit = ({ keptDates = [], ...task }: PlanTask) =>
  planYear({ ...task, keptDates }).tests.filter(({ unitId }) => unitId === 'a')

describe('kept dates', () => {
  it.each([24, 12])('are planned around with %s h of charge on both sides', (chargeHours) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 364 * 24 }), fc.boolean(), (hour, isFunctional) => {
        const date = reportedDate(new Date(begin + hour * hourMs).toISOString(), isFunctional ? '4w' : '12m')
        const task = awayTask(isFunctional ? { functional: date } : { autonomy: date }, chargeHours)
        const tests = testsOfUnit(task)
        const nearTests = (task.keptDates ?? []).flatMap((keptDate) =>
          tests.filter((test) => isTooNear(keptDate, test, chargeHours)),
        )
        expect(nearTests).toEqual([])
        const testedLamps = tests.filter(({ kind }) => kind === 'autonomy').flatMap(({ lamps }) => lamps)
        expect(testedLamps.toSorted()).toEqual([0, 1, 2])
      }),
      { numRuns: 15, seed: 20261126 },
    )
  })

  it('include all repetitions, counted from the date before a deferral', () => {
    const days = (task: PlanTask) => task.keptDates?.map(({ kind, day, lamps }) => `${kind} ${day} ${lamps}`)
    const reportedTest = reportedDate('2026-12-09T01:00:00Z', '4w', true)
    expect(days(awayTask({ functional: reportedTest }))?.slice(0, 2)).toEqual([
      'functional 2027-01-27 3,4,5',
      'functional 2027-02-24 3,4,5',
    ])
    expect(days(awayTask({ autonomy: reportedDate('2026-06-01T01:00:00Z', '12m') }))).toEqual([
      'autonomy 2027-06-01 3,4,5',
    ])
    // The lamps of its recent test still charge.
    expect(days(awayTask({ autonomy: reportedDate('2026-12-31T01:00:00Z', '12m') }))).toEqual([
      'autonomy 2026-12-31 3,4,5',
      'autonomy 2027-12-31 3,4,5',
    ])
    expect(days(awayTask({ autonomy: reportedDate('2026-12-30T01:00:00Z', '12m') }))).toEqual([
      'autonomy 2027-12-30 3,4,5',
    ])
  })

  it('apply to offline units, units without Pro and changed dates', () => {
    const tookDates = (overrides: object = {}) => ({
      isAccepted: false,
      wasRequested: false,
      hadAccepted: false,
      ...overrides,
    })
    const unit = (overrides: Partial<PlanUnit> = {}) => planUnit('a', overrides)
    expect(keptDatesOf(unit(), undefined)).toBe('none')
    expect(keptDatesOf(unit(), tookDates())).toBe('none')
    expect(keptDatesOf(unit({ online: false }), tookDates({ isAccepted: true }))).toBe('none')
    expect(keptDatesOf(unit({ enabled: false }), undefined)).toBe('all')
    expect(keptDatesOf(unit({ enrolled: false }), undefined)).toBe('all')
    expect(keptDatesOf(unit({ online: false }), tookDates())).toBe('all')
    expect(keptDatesOf(unit(), tookDates({ hadAccepted: true }))).toBe('all')
    // The platform has requested other dates: earlier ones may still run.
    expect(keptDatesOf(unit(), tookDates({ wasRequested: true }))).toBe('near')
  })

  it('cover only two days while a unit is getting other dates', () => {
    const planNear = (next: string) => {
      const { keptDates: _, ...task } = awayTask({ autonomy: reportedDate(next, '12m') }, 24, { online: true })
      return testsOnKeptDates(task, () => 'near').map(({ day }) => day)
    }
    expect(planNear(new Date(begin + 2 * dayMs).toISOString())).toHaveLength(1)
    expect(planNear(new Date(begin + 2 * dayMs + hourMs).toISOString())).toEqual([])
  })

  it('are listed, including unavoidable conflicts', () => {
    const task = awayTask({ autonomy: reportedDate('2027-03-07T01:00:00Z', '12m') })
    const listKeptConflicts = (one: PlanTask) =>
      conflictsOf(planYear(one), one).filter(({ kind }) => kind.startsWith('kept'))
    expect(listKeptConflicts(task)).toEqual([
      {
        kind: 'keptDate',
        unsolved: false,
        cu: 'imagined_b',
        test: 'autonomy',
        day: '2027-03-07',
        lamps: 3,
        addrs: [1, 2, 3],
      },
    ])
    const facts = { ...task.facts, lamps: task.facts.lamps.map((lamp) => ({ ...lamp, room: 'r1' })) }
    const wholeTask = { ...task, facts }
    const keptDates = testsOnKeptDates(wholeTask, (unit) => keptDatesOf(unit, undefined))
    expect(listKeptConflicts({ ...wholeTask, keptDates })).toMatchObject([
      { kind: 'keptDate', unsolved: true, share: 50 },
    ])
    const awayUnits = task.facts.units.map((unit) => ({
      ...unit,
      online: false,
      reported: { functional: null, autonomy: reportedDate(`2027-03-0${unit.id === 'a' ? 7 : 8}T01:00:00Z`, '12m') },
    }))
    const silentTask = { ...task, facts: { ...task.facts, units: awayUnits } }
    const second = testsOnKeptDates(silentTask, (unit) => keptDatesOf(unit, undefined))
    expect(listKeptConflicts({ ...silentTask, keptDates: second })[0]).toEqual({
      kind: 'keptTogether',
      unsolved: true,
      cu: 'imagined_a',
      other: 'imagined_b',
      day: '2027-03-08',
    })
  })
})
