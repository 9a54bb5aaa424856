import { expect, it } from 'vitest'
import { metricsGuard } from './health-routes.ts'

const token = 'x'.repeat(40)

it.each([
  ['demo', undefined, undefined, true],
  ['production', undefined, undefined, false],
  ['production', undefined, 'Bearer ', false],
  ['production', token, undefined, false],
  ['production', token, token, false],
  ['production', token, `Bearer ${token}x`, false],
  ['production', token, `Bearer ${token}`, true],
  ['demo', token, undefined, false],
] as const)('metrics in %s with token %s and header %s are allowed: %s', (mode, metricsToken, isPublic, expected) => {
  expect(metricsGuard({ mode, metricsToken })(isPublic)).toBe(expected)
})
