import { expect, test } from 'vitest'
import { findClockProblem } from './clock.ts'

const winter = new Date('2026-01-15T12:00:00Z')

test.each([
  [60, [], undefined],
  [60, ['protocol_fault'], undefined],
  [60, ['protocol_fault', 'clock_wrong'], 'drift'],
  [0, ['clock_wrong'], 'zone'],
  [null, [], undefined],
] as const)('a unit at %s minutes with findings %j has the clock problem %s', (cu_utc_offset, findings, problem) => {
  expect(findClockProblem({ cu_utc_offset, findings: [...findings] }, 'Europe/Rome', winter)).toBe(problem)
})
