import { expect, test } from 'vitest'
import { stepOf } from './wizard-step.ts'

test.each([
  [{}, undefined, false, 'mode'],
  [{ step: 'lamps' }, undefined, false, 'mode'],
  [{ step: 'lamps' }, 'append', false, 'lamps'],
  [{ step: 'check' }, 'appendSerials', false, 'lamps'],
  [{ step: 'check' }, 'appendSerials', true, 'check'],
  [{ step: 'write' }, 'appendSerials', true, 'check'],
  [{ step: 'write', operation: 'x' }, undefined, false, 'write'],
] as const)('search %j in mode %s with a plan: %s is at step %s', (search, mode, planned, step) => {
  expect(stepOf(search, mode, planned)).toBe(step)
})
