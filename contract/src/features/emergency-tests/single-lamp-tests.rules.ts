import type { TestRun } from './test-run.ts'

/**
 * Whether a test is of one lamp on a person's choice, mostly after a repair. The own test of a unit with one lamp is
 * none.
 */
export const isOfSingleLamp = ({ trigger, total }: Pick<TestRun, 'trigger' | 'total'>): boolean =>
  trigger === 'user' && total === 1

type Foldable = Pick<TestRun, 'trigger' | 'total' | 'state'>

/** Groups tests for a list: consecutive ended single-lamp tests together, each other test alone. */
export const foldSingleLampTests = <Test extends Foldable>(tests: readonly Test[]): (readonly Test[])[] => {
  const groups: Test[][] = []
  let canJoin = false
  for (const test of tests) {
    const isFoldable = isOfSingleLamp(test) && test.state !== 'requested' && test.state !== 'running'
    if (isFoldable && canJoin) groups.at(-1)?.push(test)
    else groups.push([test])
    canJoin = isFoldable
  }
  return groups
}

/** Sums the results of tests. */
export const sumResults = (
  tests: readonly Pick<TestRun, 'passed' | 'failed' | 'notExecuted'>[],
): Pick<TestRun, 'passed' | 'failed' | 'notExecuted'> => ({
  passed: tests.reduce((sum, test) => sum + test.passed, 0),
  failed: tests.reduce((sum, test) => sum + test.failed, 0),
  notExecuted: tests.reduce((sum, test) => sum + test.notExecuted, 0),
})
