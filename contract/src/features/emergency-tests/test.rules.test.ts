import { describe, expect, it } from 'vitest'
import { isWithoutMains, splitByMains, verdictOf } from './test.rules.ts'

describe('test verdict', () => {
  const finished = { state: 'finished', passed: 0, failed: 0, notExecuted: 0, total: 856 } as const
  it.each([
    ['passed', { ...finished, passed: 856 }],
    ['passedInPart', { ...finished, passed: 855, notExecuted: 1 }],
    ['failed', { ...finished, passed: 855, failed: 1 }],
    ['failed', { ...finished, failed: 1, notExecuted: 855 }],
    ['notExecuted', { ...finished, notExecuted: 856 }],
    ['notExecuted', { ...finished, total: 0 }],
    // One lamp has never reported.
    ['passedInPart', { ...finished, passed: 855 }],
    ['running', { ...finished, state: 'requested' }],
    ['running', { ...finished, state: 'running', failed: 1 }],
    ['notStarted', { ...finished, state: 'notStarted' }],
    ['stopped', { ...finished, state: 'stopped', failed: 1 }],
  ] as const)('is %s for %j', (verdict, test) => {
    expect(verdictOf(test)).toBe(verdict)
  })
})

describe('mains failure', () => {
  it.each([
    [false, { on_battery: false, warnings: [] }],
    [true, { on_battery: true, warnings: [] }],
    [true, { on_battery: false, warnings: ['no_mains'] }],
    [false, { on_battery: false, warnings: ['no_phase_1'] }],
  ] as const)('of a unit is %s for %j', (isWithout, unit) => {
    expect(isWithoutMains(unit)).toBe(isWithout)
  })

  it('excludes lamps on battery from a test', () => {
    const lamps = [
      { id: 1, mode: 'normal' },
      { id: 2, mode: 'emergency' },
      { id: 3, mode: null },
    ] as const
    const { ready, leftOut: lampsLeftOut } = splitByMains(lamps)
    expect([ready.map(({ id }) => id), lampsLeftOut.map(({ id }) => id)]).toEqual([[1, 3], [2]])
  })
})
