import { describe, expect, it } from 'vitest'
import { moment, sampleFacts, sampleLamp, sampleResult } from './fact-fixtures.ts'
import type { LampFact } from './facts.ts'
import { limitsOf } from './profiles.rules.ts'
import {
  autonomyInTime,
  firstTestInTime,
  functionalInTime,
  lastTestsPassed,
  localTestsMarked,
  shortFunctionalTest,
} from './tests.rules.ts'

const limits = limitsOf({ profile: 'europe', edition: '2024' })

describe('test age', () => {
  it.each([
    // Days count in the plant's zone: hours and clock changes do not matter.
    ['2026-06-01T21:59:00Z', '2026-07-02T21:59:00Z', 'met'],
    ['2026-06-01T21:59:00Z', '2026-07-02T22:00:00Z', 'notMet'],
    ['2026-03-01T23:30:00Z', '2026-04-02T21:59:00Z', 'met'],
    ['2026-03-01T23:30:00Z', '2026-04-02T22:00:00Z', 'notMet'],
    ['2026-10-01T21:59:00Z', '2026-11-01T22:59:00Z', 'met'],
    ['2026-10-01T21:59:00Z', '2026-11-01T23:00:00Z', 'notMet'],
  ])('of a test on %s, judged at %s, is %s', (testedAt, at, state) => {
    const facts = sampleFacts(at, { lamps: [sampleLamp({ functional: sampleResult(testedAt) })] })
    expect(functionalInTime(facts, limits)).toMatchObject({ state, limit: 31 })
  })

  it('includes the days of grace of the profile', () => {
    const lamps = [sampleLamp({ functional: sampleResult('2026-06-01T08:00:00Z') })]
    const germany = limitsOf({ profile: 'germany', edition: '2024' })
    const states = ['2026-06-09T08:00:00Z', '2026-06-10T08:00:00Z'].map((at) =>
      [germany, limits].map((profileLimits) => functionalInTime(sampleFacts(at, { lamps }), profileLimits).state),
    )
    expect(states).toEqual([
      ['met', 'met'],
      ['notMet', 'met'],
    ])
    expect(functionalInTime(sampleFacts('2026-07-20T08:00:00Z', { lamps }), germany)).toMatchObject({
      limit: 8,
      since: '2026-06-10',
      evidence: [{ what: 'lastTest', addr: 1, name: '0425', at: '2026-06-01T08:00:00.000Z' }],
    })
  })

  it('of autonomy tests is at most a year, in France half a year', () => {
    const lamps = [sampleLamp({ autonomy: sampleResult('2025-11-20T08:00:00Z') })]
    const state = (at: string, profileLimits = limits) =>
      autonomyInTime(sampleFacts(at, { lamps }), profileLimits).state
    expect([state('2026-11-21T08:00:00Z'), state('2026-11-22T08:00:00Z')]).toEqual(['met', 'notMet'])
    const france = limitsOf({ profile: 'france', edition: '2024' })
    expect([state('2026-05-23T08:00:00Z', france), state('2026-05-24T08:00:00Z', france)]).toEqual(['met', 'notMet'])
  })
})

it('an autonomy test counts as a functional test, even if it failed', () => {
  const autonomy = sampleResult('2026-06-01T08:00:00Z', { result: 'failed', reason: 'battery_duration' })
  const lamps = [sampleLamp({ functional: sampleResult('2026-01-01T08:00:00Z'), autonomy })]
  const facts = sampleFacts('2026-06-20T08:00:00Z', { lamps })
  expect(functionalInTime(facts, limits).state).toBe('met')
  expect(lastTestsPassed(facts, limits)).toMatchObject({
    state: 'notMet',
    evidence: [{ what: 'failedAutonomy', reason: 'battery_duration', since: '2026-06-01' }],
  })
})

it('a lamp that failed both kinds of test is named once for each, with the kind', () => {
  const failed = sampleResult('2026-06-01T08:00:00Z', { result: 'failed' })
  const lamps = [sampleLamp({ functional: failed, autonomy: failed })]
  const { evidence } = lastTestsPassed(sampleFacts('2026-06-20T08:00:00Z', { lamps }), limits)
  expect(evidence.map(({ what }) => what).toSorted()).toEqual(['failedAutonomy', 'failedFunctional'])
})

it('only a passed test of the same kind closes a failure', () => {
  const state = (overrides: Partial<LampFact>) =>
    lastTestsPassed(sampleFacts('2026-07-02T08:00:00Z', { lamps: [sampleLamp(overrides)] }), limits).state
  const [earlyTest, lateTest] = ['2026-05-01T08:00:00Z', '2026-06-01T08:00:00Z']
  const failed = (at: string) => sampleResult(at, { result: 'failed' })
  expect(state({ autonomy: failed(earlyTest), functional: sampleResult(lateTest) })).toBe('notMet')
  expect(state({ functional: failed(earlyTest), autonomy: sampleResult(lateTest) })).toBe('notMet')
  expect(state({ functional: sampleResult(earlyTest), autonomy: sampleResult(lateTest) })).toBe('met')
  expect(state({ functional: null, autonomy: sampleResult(lateTest) })).toBe('met')
  expect(state({ functional: sampleResult(lateTest), autonomy: null })).toBe('unknown')
})

it('an untested lamp is unknown until it is overdue', () => {
  const lamps = [sampleLamp({ knownSince: moment('2026-06-01T08:00:00Z') })]
  for (const rule of [functionalInTime, firstTestInTime]) {
    expect(rule(sampleFacts('2026-07-02T08:00:00Z', { lamps }), limits).state).toBe('unknown')
    expect(rule(sampleFacts('2026-07-03T08:00:00Z', { lamps }), limits)).toMatchObject({
      state: 'notMet',
      since: '2026-07-03',
      evidence: [{ what: 'neverTested' }],
    })
  }
  expect(lastTestsPassed(sampleFacts('2026-07-02T08:00:00Z', { lamps }), limits).state).toBe('unknown')
  const testedLamps = [sampleLamp({ autonomy: sampleResult('2026-06-02T08:00:00Z') })]
  expect(firstTestInTime(sampleFacts('2026-07-03T08:00:00Z', { lamps: testedLamps }), limits).state).toBe('met')
})

it('a functional test takes at most a quarter of the rated duration where required', () => {
  const norway = limitsOf({ profile: 'norway', edition: '2024' })
  const state = (functionTestS: number | null, ratedMin: number | null = 60) =>
    shortFunctionalTest(
      sampleFacts('2026-07-02T08:00:00Z', { lamps: [sampleLamp({ functionTestS, ratedMin })] }),
      norway,
    ).state
  expect([state(900), state(901), state(null), state(30, null)]).toEqual(['met', 'notMet', 'unknown', 'unknown'])
})

it('locally started tests are shown and do not break the rule', () => {
  const localTests = [{ cu: 'logica_0A1B2C', name: '0A1B2C', at: moment('2026-06-01T08:00:00Z') }]
  expect(localTestsMarked(sampleFacts('2026-07-02T08:00:00Z', { localTests }), limits)).toMatchObject({
    state: 'met',
    evidence: [{ what: 'localTest' }],
  })
})
