import { expect, test } from 'vitest'
import { foldSingleLampTests, isOfSingleLamp, sumResults } from './single-lamp-tests.rules.ts'
import type { TestRun } from './test-run.ts'

type Shown = Pick<TestRun, 'trigger' | 'total' | 'state'> & { id: string }

const whole = (id: string): Shown => ({ id, trigger: 'automatic', total: 40, state: 'finished' })
const single = (id: string, change: Partial<Shown> = {}): Shown => ({
  id,
  trigger: 'user',
  total: 1,
  state: 'finished',
  ...change,
})
const idsOf = (groups: (readonly Shown[])[]) => groups.map((group) => group.map(({ id }) => id).join(' '))

test('only a test of one lamp that a person ordered is one of a single lamp', () => {
  expect(isOfSingleLamp(single('a'))).toBe(true)
  expect(isOfSingleLamp(single('a', { trigger: 'automatic' }))).toBe(false)
  expect(isOfSingleLamp(single('a', { total: 2 }))).toBe(false)
})

test('single-lamp tests between two others become one group, in their order', () => {
  const tests = [single('a'), single('b'), whole('c'), single('d'), whole('e'), single('f'), single('g')]
  expect(idsOf(foldSingleLampTests(tests))).toEqual(['a b', 'c', 'd', 'e', 'f g'])
})

test('a test under way keeps a group of its own', () => {
  const tests = [single('a', { state: 'running' }), single('b'), single('c')]
  expect(idsOf(foldSingleLampTests(tests))).toEqual(['a', 'b c'])
})

test('the results of a group are the sums of its tests', () => {
  const one = { passed: 1, failed: 0, notExecuted: 0 }
  expect(sumResults([one, one, { passed: 0, failed: 1, notExecuted: 2 }])).toEqual({
    passed: 2,
    failed: 1,
    notExecuted: 2,
  })
})
