import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { expect, test } from 'vitest'
import { stateOfTest } from '../../shared/status/test-state.ts'
import { parseLampNumbers } from './lamp-numbers.ts'

test.each([
  ['3', [3]],
  ['0003, 12', [3, 12]],
  ['1-4, 3; 9', [1, 2, 3, 4, 9]],
  ['990–992', [990, 991, 992]],
  ['', undefined],
  ['0', undefined],
  ['993', undefined],
  ['7-5', undefined],
  ['a', undefined],
  ['1--3', undefined],
])('"%s" is parsed as %j', (text, numbers) => {
  expect(parseLampNumbers(text)).toEqual(numbers)
})

const run = (change: Partial<TestRun>) =>
  ({ state: 'finished', passed: 0, failed: 0, notExecuted: 0, total: 3, ...change }) as TestRun

test('a test passes only if every lamp passes, and a stopped test is not failed', () => {
  expect(stateOfTest(run({ passed: 3 }))).toBe('passed')
  expect(stateOfTest(run({ passed: 2, failed: 1 }))).toBe('failed')
  expect(stateOfTest(run({ passed: 2, notExecuted: 1 }))).toBe('passedInPart')
  expect(stateOfTest(run({ notExecuted: 3 }))).toBe('notExecuted')
  expect(stateOfTest(run({ state: 'stopped', passed: 2 }))).toBe('notExecuted')
  expect(stateOfTest(run({ state: 'stopped', failed: 1 }))).toBe('notExecuted')
  expect(stateOfTest(run({ state: 'notStarted' }))).toBe('notExecuted')
  expect(stateOfTest(run({ state: 'requested' }))).toBe('testRunning')
  expect(stateOfTest(run({}))).toBe('notExecuted')
})
