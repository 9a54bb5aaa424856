import { usualWishes } from '@vigilux/contract/features/planner/plan-wishes.ts'
import { createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { planFacts, planLamp } from '../server/src/features/planner/given-plan.ts'
import { planYear } from '../server/src/features/planner/plan-year.rules.ts'
import { type Figure, figureOf, threeTimes } from './measure.ts'

/** What a year of tests is to be proposed within. */
const askedForMs = 2_000

const timeOf = async (work: () => unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A year of tests for a full unit: asked for and stored, beside the placing of as many lamps alone. */
export const benchPlan = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const person = await createApiClient(product.url).signIn('nto')
  const lamps = Array.from({ length: 992 }, (_, n) => planLamp('a', n + 1))
  const task = {
    ...{ facts: planFacts({ lamps }), wishes: usualWishes, keptFree: new Set<string>() },
    ...{ span: { from: '2027-01-01', until: '2027-12-31' }, begin: Date.parse('2026-12-31T23:00:00Z') },
  }
  const proposed = await threeTimes(() => timeOf(() => person.call('proposePlan', { plantId })), true)
  const placed = await threeTimes(() => timeOf(() => planYear(task)), true)
  const { proposal } = await person.call('getTestPlan', { plantId })
  const note = `${proposal?.lamps ?? 0} lamps, ${proposal?.tests.length ?? 0} tests; asked for within ${askedForMs} ms`
  return [
    figureOf('a year of tests proposed', 'ms', proposed, { values: placed, what: '992 lamps placed alone' }, note),
  ]
}
