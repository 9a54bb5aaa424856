import type { PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'

/** A plan as a calendar day shows it. */
export type PlanDay = {
  tests: PlannedTest[]
  autonomy: PlannedTest | undefined
  functional: PlannedTest | undefined
  moved: boolean
  /** None of its tests is confirmed by its unit. */
  open: boolean
  worst: boolean
  free: boolean
}

const empty = (): PlanDay => ({
  tests: [],
  autonomy: undefined,
  functional: undefined,
  moved: false,
  open: false,
  worst: false,
  free: false,
})

const isOpen = ({ state }: PlannedTest): boolean => state === 'proposed' || state === 'notYet'

/** The days of a plan with any content. */
export function planDays({ tests, keptFree, worst }: TestPlan): Map<string, PlanDay> {
  const days = new Map<string, PlanDay>()
  const dayOf = (day: string): PlanDay => {
    const planDay = days.get(day) ?? empty()
    days.set(day, planDay)
    return planDay
  }
  for (const test of tests) {
    const day = dayOf(test.day)
    day.tests.push(test)
    day[test.kind] ??= test
    day.moved ||= test.movedFrom !== null
    day.open = day.tests.every(isOpen)
  }
  for (const freeDay of keptFree) dayOf(freeDay).free = true
  if (worst) dayOf(worst.day).worst = true
  return days
}

/** The calendar year of most of a plan. */
export function yearOf({ tests, from }: Pick<TestPlan, 'tests' | 'from'>): number {
  const first = Number(from.slice(0, 4))
  const laterTests = tests.filter(({ day }) => Number(day.slice(0, 4)) > first).length
  return laterTests > tests.length / 2 ? first + 1 : first
}

/** Number of functional tests by group of lamps. */
export function functionalGroups(tests: readonly PlannedTest[]): { even: number; odd: number; whole: number } {
  const functional = tests.filter(({ kind }) => kind === 'functional')
  const countOfGroup = (group: PlannedTest['group']) => functional.filter((test) => test.group === group).length
  return { even: countOfGroup('even'), odd: countOfGroup('odd'), whole: countOfGroup(null) }
}
