import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { planFacts, planLamp, planUnit } from '../server/src/features/planner/plan-fixtures.ts'
import { keptDatesOf, testsOnKeptDates } from '../server/src/features/planner/rules/kept-dates.rules.ts'
import { type PlanTask, planYear } from '../server/src/features/planner/rules/plan-year.rules.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'

/** Target time for proposing a year of tests. */
const targetMs = 2_000

const timeOf = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const year = {
  settings: defaultPlanSettings,
  keptFree: new Set<string>(),
  span: { from: '2027-01-01', until: '2027-12-31' },
  begin: Date.parse('2026-12-31T23:00:00Z'),
}

/** A full unit whose first lamps each have a neighbor on an offline unit with weekly tests on its own dates. */
const createKeptDatesTask = (lamps: number, awayCount: number): PlanTask => {
  const units = Array.from({ length: awayCount }, (_, n) =>
    planUnit(`away ${n}`, {
      online: false,
      reported: { functional: { next: `2027-01-0${1 + n}T01:00:00Z`, period: '1w', deferred: false }, autonomy: null },
    }),
  )
  const lampsOf = (unitId: string, count: number) =>
    Array.from({ length: count }, (_, n) => planLamp(unitId, n + 1, { room: `room ${n}` }))
  const facts = planFacts({
    units: [planUnit('a'), ...units],
    lamps: [...lampsOf('a', lamps), ...units.flatMap(({ id }) => lampsOf(id, 24))],
  })
  const task = { ...year, facts }
  return { ...task, keptDates: testsOnKeptDates(task, (unit) => keptDatesOf(unit, undefined)) }
}

/** A year of tests for a full unit: requested and saved, next to the placement of as many lamps alone. */
export const benchPlan = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const person = await createApiClient(product.url).signIn('nto')
  const lamps = Array.from({ length: 992 }, (_, n) => planLamp('a', n + 1))
  const task = { ...year, facts: planFacts({ lamps }) }
  const keptDatesTask = createKeptDatesTask(992, 4)
  const proposalMs = await measureThrice(() => timeOf(() => person.call('proposePlan', { plantId })), true)
  const planMs = await measureThrice(() => timeOf(() => planYear(task)), true)
  const placedAround = await measureThrice(() => timeOf(() => planYear(keptDatesTask)), true)
  const { proposal } = await person.call('getTestPlan', { plantId })
  const note = `${proposal?.lamps ?? 0} lamps, ${proposal?.tests.length ?? 0} tests; asked for within ${targetMs} ms`
  return [
    figureOf('a year of tests proposed', 'ms', proposalMs, { values: planMs, what: '992 lamps placed alone' }, note),
    figureOf(
      'a year placed around what other units keep',
      'ms',
      placedAround,
      { values: planMs, what: '992 lamps placed alone' },
      `4 units of 24 lamps away, ${keptDatesTask.keptDates?.length ?? 0} kept tests`,
    ),
  ]
}
