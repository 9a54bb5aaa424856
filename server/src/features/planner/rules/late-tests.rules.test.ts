import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { describe, expect, it } from 'vitest'
import { dayMs, type PlanFacts } from '../plan-facts.ts'
import { planFacts, planLamp } from '../plan-fixtures.ts'
import { type PlanTask, planYear } from './plan-year.rules.ts'

const span = { from: '2027-01-01', until: '2027-12-31' }
const begin = Date.parse('2026-12-31T23:00:00Z')
const taskOf = (facts: PlanFacts, overrides: Partial<PlanTask> = {}): PlanTask => ({
  facts,
  settings: defaultPlanSettings,
  keptFree: new Set<string>(),
  span,
  begin,
  ...overrides,
})

describe('checked plan', () => {
  it('lists a test as late while a lamp waits too long for it', () => {
    const lastAutonomy = Date.parse('2026-03-01T00:00:00Z')
    const facts = planFacts({ lamps: [planLamp('a', 1, { room: 'one', lastAutonomy })] })
    const first = planYear(taskOf(facts))
    const [test] = first.tests.filter(({ kind }) => kind === 'autonomy')
    if (!test) throw new Error('nothing is planned')
    const lateBy = (days: number) => {
      const pastTests = [{ ...test, id: 'known', at: lastAutonomy + (366 + days) * dayMs }]
      return planYear(taskOf(facts, { keptTests: pastTests, functionalStays: new Set(['a']) })).late.map(({ id }) => id)
    }
    expect([lateBy(-1), lateBy(1)]).toEqual([[], ['known']])
  })

  it('lists an overdue first test as late, but not for newer lamps', () => {
    const facts = planFacts({ firstTestDays: 31, lamps: [planLamp('a', 1, { room: 'one' })] })
    const [test] = planYear(taskOf(facts)).tests.filter(({ kind }) => kind === 'autonomy')
    if (!test) throw new Error('nothing is planned')
    const replanAfter = (days: number, hasCome: boolean) => {
      const pastTests = [{ ...test, id: 'known', at: begin + days * dayMs, came: hasCome }]
      return planYear(taskOf(facts, { keptTests: pastTests, functionalStays: new Set(['a']) })).late.length
    }
    expect([replanAfter(30, false), replanAfter(32, false), replanAfter(32, true)]).toEqual([0, 1, 0])
  })
})
