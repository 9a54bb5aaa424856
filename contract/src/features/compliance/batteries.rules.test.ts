import { expect, it } from 'vitest'
import { batteriesWithinLifetime, lastAutonomySufficient, ratedDurationSufficient } from './batteries.rules.ts'
import { moment, sampleFacts, sampleLamp, sampleResult } from './fact-fixtures.ts'
import type { LampFact, TestResultFact } from './facts.ts'
import { limitsOf } from './profiles.rules.ts'

const limits = limitsOf({ profile: 'europe', edition: '2024' })

it('a rated duration of at least one hour is sufficient', () => {
  const state = (ratedMin: number | null) =>
    ratedDurationSufficient(sampleFacts('2026-07-01T08:00:00Z', { lamps: [sampleLamp({ ratedMin })] }), limits).state
  expect([state(60), state(59), state(null)]).toEqual(['met', 'notMet', 'unknown'])
})

it('a battery reaches the end of its life after four years', () => {
  const lamps = [sampleLamp({ batterySince: moment('2024-02-29T12:00:00Z') })]
  expect(batteriesWithinLifetime(sampleFacts('2028-02-29T12:00:00Z', { lamps }), limits).state).toBe('met')
  expect(batteriesWithinLifetime(sampleFacts('2028-03-01T12:00:00Z', { lamps }), limits)).toMatchObject({
    state: 'notMet',
    since: '2028-03-01',
  })
})

it('a lamp lasts its rated duration, with a close call up to a tenth above', () => {
  const judge = (overrides: Partial<TestResultFact> | null, lamp: Partial<LampFact> = {}) => {
    const autonomy = overrides && sampleResult('2026-06-01T08:00:00Z', { ratedMin: 60, ...overrides })
    const lamps = [sampleLamp({ autonomy, ...lamp })]
    const found = lastAutonomySufficient(sampleFacts('2026-07-01T08:00:00Z', { lamps }), limits)
    return [found.state, found.evidence[0]?.what, found.evidence[0]?.value]
  }
  expect(judge({ measuredS: 3600 })).toEqual(['met', undefined, undefined])
  expect(judge({ measuredS: 3601 })).toEqual(['met', 'closeCall', 60])
  expect(judge({ measuredS: 3599 })).toEqual(['notMet', 'measured', 59])
  expect(judge({ measuredS: 3960 })).toEqual(['met', undefined, undefined])
  expect(judge({ measuredS: null })).toEqual(['met', 'timeNotReported', undefined])
  expect(judge({ measuredS: null }, { testsToRatedDuration: false })).toEqual(['unknown', 'timeNotReported', undefined])
  const noRatedTime = { ratedMin: null, measuredS: null }
  expect(judge(noRatedTime, { ratedMin: null })).toEqual(['unknown', 'noRatedDuration', undefined])
  expect(judge({ ratedMin: null, measuredS: 3600 }, { ratedMin: null })).toEqual(['unknown', 'noRatedDuration', 60])
  expect(judge({ measuredS: null, result: 'failed', reason: null })).toEqual(['notMet', 'failedAutonomy', undefined])
  expect(judge({ measuredS: 7200, result: 'failed', reason: 'lamp_failure' })).toEqual([
    'notMet',
    'failedAutonomy',
    undefined,
  ])
  expect(judge({ measuredS: null, result: 'failed', reason: 'battery_duration' })).toEqual([
    'notMet',
    'measured',
    undefined,
  ])
  expect(judge(null)).toEqual(['unknown', 'neverTested', undefined])
})
