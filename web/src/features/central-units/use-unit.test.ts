import { expect, test } from 'vitest'
import { unitWith } from '../../testing/plant.tsx'
import { withPlatformName } from './use-unit.ts'

const unitReport = { detail: {} as never, reportedAt: '2026-03-02T09:00:00.000Z' }

test.each(['connected', 'disconnected'] as const)('a unit that is %s shows its last report', (connection) => {
  const unit = unitWith({ connection })
  expect(withPlatformName(unit, { unit, ...unitReport })).toEqual(unitReport)
  expect(withPlatformName(unit, undefined)).toEqual({ detail: null, reportedAt: null })
})

test('a unit that is not enrolled hides its reports from another plant', () => {
  const shadow = { unit: unitWith(), ...unitReport }
  expect(withPlatformName(unitWith({ connection: 'notAcquired' }), shadow)).toEqual({ detail: null, reportedAt: null })
})
