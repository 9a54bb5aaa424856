import { expect, it } from 'vitest'
import { sampleFacts, sampleUnit } from './fact-fixtures.ts'
import type { UnitFact } from './facts.ts'
import { limitsOf } from './profiles.rules.ts'
import { clocksAccurate, networkSearchComplete, testIntervalsAllowed, zoneOffsetsMatch } from './settings.rules.ts'

const limits = limitsOf({ profile: 'europe', edition: '2024' })
const unit = (overrides: Partial<UnitFact>) => sampleFacts('2026-07-01T08:00:00Z', { units: [sampleUnit(overrides)] })

it('a clock may be off by five minutes, and an unreadable clock is unknown', () => {
  const state = (driftS: number | null, online = true) => clocksAccurate(unit({ driftS, online }), limits).state
  expect([state(300), state(-300), state(301), state(-301)]).toEqual(['met', 'met', 'notMet', 'notMet'])
  expect([state(null), state(2, false), state(301, false)]).toEqual(['unknown', 'unknown', 'notMet'])
})

it('units plan their tests as often as the profile requires', () => {
  const plans = (functional: number | null, autonomy: number | null) =>
    testIntervalsAllowed(
      unit({ plans: { functional: { periodDays: functional }, autonomy: { periodDays: autonomy } } }),
      limits,
    )
  expect(plans(28, 366).state).toBe('met')
  expect(plans(92, 366)).toMatchObject({ state: 'notMet', evidence: [{ what: 'longPeriod', value: 92, limit: 31 }] })
  expect(plans(null, null).state).toBe('met')
  expect(testIntervalsAllowed(unit({ plans: { functional: null, autonomy: null } }), limits).state).toBe('met')
  expect(testIntervalsAllowed(unit({ plans: null }), limits).state).toBe('unknown')
})

it('a unit must find its configured lamps', () => {
  expect(networkSearchComplete(unit({}), limits).state).toBe('met')
  expect(networkSearchComplete(unit({ networkUnsettled: true }), limits).state).toBe('notMet')
})

it('tests fall on plant dates where units follow the plant time zone', () => {
  const state = (inZone: boolean | null) => zoneOffsetsMatch(unit({ inZone }), limits).state
  expect([state(true), state(false), state(null)]).toEqual(['met', 'notMet', 'unknown'])
})
