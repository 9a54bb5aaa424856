import { expect, test } from 'vitest'
import { plantResultOf } from './plant-result.rules.ts'

const passed = { failed: 0, passed: 4, unproven: 0, isSilent: false }

test.each([
  ['every lamp has passed', {}, 'pass'],
  ['one lamp has an open failed test', { failed: 1 }, 'fail'],
  ['a failed test is open and no unit is connected', { failed: 1, isSilent: true }, 'fail'],
  ['no unit is connected', { isSilent: true }, 'disconnected'],
  ['one lamp has passed no test', { unproven: 1 }, 'unknown'],
  ['no lamp has passed a test', { passed: 0 }, 'unknown'],
] as const)('the result of a plant if %s', (_, change, result) => {
  expect(plantResultOf({ ...passed, ...change })).toBe(result)
})
