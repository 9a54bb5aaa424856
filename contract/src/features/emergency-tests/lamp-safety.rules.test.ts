import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBom } from '../bill-of-materials/bill.rules.ts'
import { lastAutonomySufficient } from '../compliance/batteries.rules.ts'
import type { Evidence } from '../compliance/compliance.ts'
import { moment, sampleFacts, sampleLamp } from '../compliance/fact-fixtures.ts'
import type { LampFact } from '../compliance/facts.ts'
import { repairedInTime } from '../compliance/faults.rules.ts'
import { computePresentState } from '../compliance/present.rules.ts'
import { limitsOf } from '../compliance/profiles.rules.ts'
import { lastTestsPassed } from '../compliance/tests.rules.ts'
import { type LampError, type LampMode, lampModes, reportedLampErrors } from '../lamps/lamp.ts'
import {
  type ExecutedResult,
  type FailedTest,
  failedTestOf,
  faultOfFailedTest,
  type LampSafety,
  lampSafety,
  openLampFaults,
} from './lamp-safety.rules.ts'
import { testKinds, testReasons } from './test-run.ts'

const instant = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString()

const executed = (
  at: number,
  result: ExecutedResult['result'],
  overrides: Partial<ExecutedResult> = {},
): ExecutedResult => ({
  kind: 'autonomy',
  testId: `test ${at}`,
  at: instant(at),
  result,
  reason: null,
  measuredS: null,
  ratedMin: 60,
  clockWrong: false,
  boot: 1,
  seq: at,
  ...overrides,
})
const failedAutonomy = (results: ExecutedResult[], formerFailure: FailedTest | null = null) =>
  failedTestOf('autonomy', results, formerFailure)

describe('failed test', () => {
  it('is open since the first failure, with or without a measured time', () => {
    const open = failedAutonomy([
      executed(1, 'passed'),
      executed(2, 'failed'),
      executed(3, 'failed', { measuredS: 90 }),
    ])
    expect(open).toMatchObject({ since: instant(2), at: instant(3), measuredS: 90, ofFormerLamp: false })
  })

  it('is closed only by a passed test of the same kind', () => {
    expect(failedAutonomy([executed(1, 'failed'), executed(2, 'passed', { kind: 'functional' })])).not.toBeNull()
    expect(failedAutonomy([executed(1, 'failed'), executed(2, 'passed')])).toBeNull()
  })

  it('may be found but not closed by a test with a wrong clock', () => {
    expect(failedAutonomy([executed(1, 'failed'), executed(2, 'passed', { clockWrong: true })])).not.toBeNull()
    expect(failedAutonomy([executed(1, 'passed'), executed(2, 'failed', { clockWrong: true })])).not.toBeNull()
  })

  it('at the same moment as a passed test is judged by record number', () => {
    const [failed, passed] = [executed(1, 'failed', { seq: 2 }), executed(1, 'passed', { seq: 1 })]
    expect(failedAutonomy([failed, passed])).not.toBeNull()
    expect(failedAutonomy([failed, { ...passed, seq: 3 }])).toBeNull()
  })

  it('remains after a lamp replacement until the new lamp passes', () => {
    const formerFailure = failedAutonomy([executed(5, 'failed')])
    expect(failedAutonomy([], formerFailure)).toMatchObject({ at: instant(5), ofFormerLamp: true })
    expect(failedAutonomy([executed(6, 'failed')], formerFailure)).toMatchObject({ since: instant(5), at: instant(6) })
    expect(failedAutonomy([executed(6, 'passed')], formerFailure)).toBeNull()
    expect(failedTestOf('functional', [], formerFailure)).toBeNull()
  })
})

it('a reported fault that repeats a failed test is not counted twice', () => {
  const open = (errors: LampError[], found: LampError[]) => openLampFaults({ reported: errors, found })
  expect(open(['functional_test_failed'], ['functional_test_failed'])).toEqual(['functional_test_failed'])
  expect(open(['battery_test_failure', 'charger'], ['autonomy_test_failed'])).toEqual([
    'charger',
    'autonomy_test_failed',
  ])
  expect(open(['battery_test_failure'], ['functional_test_failed'])).toHaveLength(2)
  expect(open(['battery_test_failure'], [])).toEqual(['battery_test_failure'])
})

type Happening =
  | { what: 'result'; result: ExecutedResult }
  | { what: 'report'; mode: LampMode | null; reported: LampError[] }
  | { what: 'connection'; isUp: boolean }
  | { what: 'replacement' }

const result = fc
  .record({
    kind: fc.constantFrom(...testKinds),
    // Few moments: results arrive late, twice and together.
    at: fc.integer({ min: 0, max: 400 }),
    result: fc.constantFrom('passed' as const, 'failed' as const),
    reason: fc.option(fc.constantFrom(...testReasons)),
    measuredS: fc.option(fc.integer({ min: 0, max: 7200 })),
    clockWrong: fc.boolean(),
    seq: fc.nat({ max: 3 }),
  })
  .map(({ at, ...one }): Happening => ({ what: 'result', result: executed(at, one.result, one) }))
const report = fc.record({
  what: fc.constant('report' as const),
  mode: fc.option(fc.constantFrom(...lampModes)),
  reported: fc.uniqueArray(fc.constantFrom<LampError>(...reportedLampErrors), { maxLength: 3 }),
})
const connection = fc.record({ what: fc.constant('connection' as const), isUp: fc.boolean() })
const replacement = fc.constant({ what: 'replacement' as const })
const history = fc.array(
  fc.oneof(
    { arbitrary: result, weight: 6 },
    { arbitrary: report, weight: 4 },
    { arbitrary: connection, weight: 1 },
    { arbitrary: replacement, weight: 1 },
  ),
  { maxLength: 200, size: 'max' },
)

type Place = {
  results: ExecutedResult[]
  failed: Record<'functional' | 'autonomy', FailedTest | null>
  /** The open failures of the previous lamp at its replacement. */
  formerFailure: Record<'functional' | 'autonomy', FailedTest | null>
  mode: LampMode | null
  reported: LampError[]
  isUp: boolean
}
const noFailures = { functional: null, autonomy: null }

/** Applies the events of a place in order, as the server does. */
const applyEvents = (events: readonly Happening[]): Place => {
  const place: Place = {
    results: [],
    failed: noFailures,
    formerFailure: noFailures,
    mode: null,
    reported: [],
    isUp: true,
  }
  const inherited = (kind: 'functional' | 'autonomy') => (place.failed[kind]?.ofFormerLamp ? place.failed[kind] : null)
  for (const event of events) {
    if (event.what === 'connection') place.isUp = event.isUp
    if (event.what === 'report') {
      place.mode = event.mode
      place.reported = event.reported
    }
    if (event.what === 'result') {
      const { kind } = event.result
      place.results.push(event.result)
      place.failed = { ...place.failed, [kind]: failedTestOf(kind, place.results, inherited(kind)) }
    }
    if (event.what === 'replacement') {
      place.results = []
      place.formerFailure = place.failed
      place.failed = {
        functional: failedTestOf('functional', [], place.formerFailure.functional),
        autonomy: failedTestOf('autonomy', [], place.formerFailure.autonomy),
      }
    }
  }
  return place
}

const isAfter = (a: ExecutedResult, b: ExecutedResult): boolean => a.at > b.at || (a.at === b.at && a.seq > b.seq)

/** Whether a failed test of a kind is open by the written rule: no later passed test of the kind. */
const isOpenByWords = ({ results, formerFailure }: Place, kind: 'functional' | 'autonomy'): boolean => {
  const resultsOfKind = results.filter((one) => one.kind === kind)
  const passed = resultsOfKind.filter((one) => one.result === 'passed' && !one.clockWrong)
  const isStill = resultsOfKind.some(
    (one) => one.result === 'failed' && !passed.some((laterResult) => isAfter(laterResult, one)),
  )
  const before = formerFailure[kind]
  return isStill || (before !== null && !passed.some(({ at }) => at >= before.at))
}

const safetyOf = ({ failed, mode, reported, isUp }: Place): LampSafety => {
  const failedTests = [failed.functional, failed.autonomy].filter((one) => one !== null)
  return lampSafety({
    unitIsConnected: isUp,
    mode,
    modeSince: instant(0),
    reported,
    failedTests,
    found: failedTests.map(({ kind }) => faultOfFailedTest[kind]),
    faultsSince: reported.length > 0 ? instant(0) : null,
  })
}

const factOf = (place: Place, safety: LampSafety, addr: number): LampFact => {
  const last = (kind: 'functional' | 'autonomy') => {
    const found = place.results
      .filter((one) => one.kind === kind && !one.clockWrong)
      .toSorted((a, b) => (isAfter(a, b) ? 1 : -1))
    const lastResult = found.at(-1)
    return lastResult ? { ...lastResult, at: moment(lastResult.at) } : null
  }
  return sampleLamp({
    addr,
    functional: last('functional'),
    autonomy: last('autonomy'),
    faultySince: safety.faultySince === null ? null : moment(safety.faultySince),
    failedTests: safety.failedTests.map((one) => ({ ...one, at: moment(one.at), since: moment(one.since) })),
  })
}

const addrs = (evidence: readonly Evidence[], evidenceKinds: readonly string[]): number[] =>
  [...new Set(evidence.flatMap((row) => (evidenceKinds.includes(row.what) && row.addr ? [row.addr] : [])))].sort(
    (a, b) => a - b,
  )

const histories = process.env.TEST_ALL === 'yes' ? 20_000 : 1_000
const lampsAtOnce = 4

it('all projections of any history agree for each lamp', () => {
  const limits = limitsOf({ profile: 'europe', edition: '2024' })
  fc.assert(
    fc.property(fc.array(history, { minLength: lampsAtOnce, maxLength: lampsAtOnce }), (events) => {
      const places = events.map(applyEvents)
      const safeties = places.map(safetyOf)
      const facts = sampleFacts('2026-06-01T00:00:00Z', {
        lamps: places.map((place, at) => factOf(place, safeties[at] ?? safetyOf(place), at + 1)),
      })
      const lampsFitting = (fits: (safety: LampSafety, place: Place) => boolean) =>
        safeties.flatMap((safety, at) => (places[at] && fits(safety, places[at]) ? [at + 1] : []))

      for (const kind of testKinds)
        expect(lampsFitting(({ openFaults }) => openFaults.includes(faultOfFailedTest[kind]))).toEqual(
          lampsFitting((_, place) => isOpenByWords(place, kind) || place.reported.includes(faultOfFailedTest[kind])),
        )
      const failed = lampsFitting((_, place) => testKinds.some((kind) => isOpenByWords(place, kind)))
      const faulty = lampsFitting(({ openFaults }) => openFaults.length > 0)
      expect(addrs(lastTestsPassed(facts, limits).evidence, ['failedFunctional', 'failedAutonomy'])).toEqual(failed)
      expect(addrs(repairedInTime(facts, limits).evidence, ['openFault'])).toEqual(faulty)
      const short = addrs(lastAutonomySufficient(facts, limits).evidence, ['failedAutonomy', 'measured'])
      expect(short).toEqual(expect.arrayContaining(lampsFitting((_, place) => isOpenByWords(place, 'autonomy'))))
      const bill = computeBom(
        [],
        safeties.map(({ openFaults, failedTests }) => ({ code: null, errors: openFaults, failedTests })),
        new Map(),
      )
      expect(bill.faults).toBe(safeties.reduce((total, { openFaults }) => total + openFaults.length, 0))
      // No lamp with an open fault is sound, and no lamp without one is in error.
      expect(lampsFitting(({ condition }) => condition === 'error').filter((addr) => !faulty.includes(addr))).toEqual(
        [],
      )
      expect(lampsFitting(({ condition }) => condition === 'ok').filter((addr) => faulty.includes(addr))).toEqual([])
      const presentState = computePresentState(safeties, [])
      expect(presentState.notReporting).toBe(
        lampsFitting((_, { isUp, mode }) => !isUp || mode === null || mode === 'unreachable').length,
      )
      expect(presentState.inhibited).toBe(
        lampsFitting((_, { isUp, mode }) => isUp && (mode === 'inhibited' || mode === 'rest')).length,
      )
    }),
    { numRuns: histories / lampsAtOnce },
  )
})

it('the order of results makes no difference', () => {
  fc.assert(
    fc.property(fc.array(result, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (events, places) => {
      const results = events.flatMap((event) => (event.what === 'result' ? [event.result] : []))
      // Two results with the same number are indistinguishable.
      const distinctResults = [...new Map(results.map((one) => [`${one.kind} ${one.at} ${one.seq}`, one])).values()]
      const shuffledResults = distinctResults
        .map((one) => ({ one, at: places.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
      for (const kind of testKinds)
        expect(
          failedTestOf(
            kind,
            shuffledResults.map(({ one }) => one),
          ),
        ).toEqual(failedTestOf(kind, distinctResults))
    }),
  )
})
