import type { FailedTestFact, TestResultFact } from '@vigilux/contract/features/compliance/facts.ts'
import {
  type ExecutedResult,
  type FailedTest,
  failedTestOf,
} from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import { maxTestAgeDays } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import { type TestKind, type TestReason, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { LampFactRow } from './lamp-facts.store.ts'
import type { MomentOf } from './moments.ts'
import { listEarlierRuns, listResultsOf, listTestRuns, type RunResults, type RunRow } from './past-results.store.ts'

const dayMs = 86_400_000

/** A result of a lamp, with times in milliseconds: comparing numbers is faster than parsing texts. */
export type KnownResult = {
  kind: TestKind
  test_id: string
  result: 'passed' | 'failed'
  reason: TestReason | null
  measured_s: number | null
  rated_min: number | null
  at: number
  /** When the platform knew of it. */
  knownAt: number
  clock_wrong: boolean
  boot: number
  seq: number
}

/** Results by unit and serial. */
export type ResultsByLamp = Map<string, KnownResult[]>

export const keyOf = ({ unit_id, serial }: Pick<LampFactRow, 'unit_id' | 'serial'>): string => `${unit_id} ${serial}`

const toKnownResult = (results: RunResults, index: number, kind: TestKind): KnownResult => {
  const at = results.at[index] ?? 0
  return {
    kind,
    test_id: results.test_id,
    result: results.result[index] ?? 'failed',
    reason: results.reason[index] ?? null,
    measured_s: results.measured_s[index] ?? null,
    rated_min: results.rated_min[index] ?? null,
    at,
    knownAt: Math.max(at, results.received_at[index] ?? 0),
    clock_wrong: results.clock_wrong[index] ?? false,
    boot: results.boot[index] ?? -1,
    seq: results.seq[index] ?? -1,
  }
}

/** A result as the rules read it. */
export const toResultFact = (
  { at, result, reason, measured_s: measuredS, rated_min: ratedMin }: KnownResult,
  momentOf: MomentOf,
): TestResultFact => ({ at: momentOf(at), result, reason, measuredS, ratedMin })

const collectResults = (
  runs: readonly RunRow[],
  resultsOfRuns: readonly RunResults[],
  resultsByLamp: ResultsByLamp,
): void => {
  const byId = new Map(runs.map((run) => [run.id, run]))
  for (const results of resultsOfRuns) {
    const run = byId.get(results.test_id)
    if (!run) continue
    for (const [index, serial] of results.serial.entries()) {
      const key = keyOf({ unit_id: run.unit_id, serial })
      const knownResult = toKnownResult(results, index, run.kind)
      const lampResults = resultsByLamp.get(key)
      if (lampResults) lampResults.push(knownResult)
      else resultsByLamp.set(key, [knownResult])
    }
  }
}

type ResultQuery = { plantId: string; from: Date; until: Date }

/** Every result of a time span; each kind also from as far before it as its last results usually are. */
const readResults = async (tx: Tx, { plantId, from, until }: ResultQuery): Promise<ResultsByLamp> => {
  const resultsByLamp: ResultsByLamp = new Map()
  for (const kind of testKinds) {
    const runs = await listTestRuns(tx, plantId, {
      kind,
      from: new Date(from.getTime() - maxTestAgeDays[kind] * dayMs),
      until,
    })
    collectResults(runs, await listResultsOf(tx, runs), resultsByLamp)
  }
  return resultsByLamp
}

/** The newest result of a kind with a trusted clock, known by then; of two at one moment the failed one. */
export const lastOf = (
  results: readonly KnownResult[] | undefined,
  kind: TestKind,
  until: number,
): KnownResult | null => {
  let last: KnownResult | null = null
  for (const result of results ?? []) {
    if (result.kind !== kind || result.clock_wrong || result.knownAt > until) continue
    const isNewer = !last || last.at < result.at
    if (isNewer || (last?.at === result.at && result.result === 'failed')) last = result
  }
  return last
}

/** The failed tests open by then, as known at the time. */
export const failedTestsBy = (results: readonly KnownResult[], until: number): FailedTest[] => {
  // Most lamps have never failed.
  if (!results.some(({ result }) => result === 'failed')) return []
  const lastResults = results
    .filter(({ knownAt }) => knownAt <= until)
    .map(
      ({ test_id: testId, measured_s: measuredS, rated_min: ratedMin, clock_wrong: clockWrong, at, ...one }) =>
        ({ ...one, testId, measuredS, ratedMin, clockWrong, at: new Date(at).toISOString() }) satisfies ExecutedResult,
    )
  return testKinds.flatMap((kind) => failedTestOf(kind, lastResults) ?? [])
}

export const toFailedFact = (failed: FailedTest, momentOf: MomentOf): FailedTestFact => {
  const { kind, at, since, reason, measuredS, ratedMin } = failed
  return { kind, at: momentOf(at), since: momentOf(since), reason, measuredS, ratedMin }
}

type LastResultsQuery = { plantId: string; from: Date; at: Date; lamps: readonly LampFactRow[] }

/**
 * The results of these lamps since `from`, including the last of each kind. For a lamp whose last test is older than
 * usual, only earlier tests are searched: the cost grows with the lamps, not with their past.
 */
export const readLastResults = async (
  tx: Tx,
  { plantId, from, at, lamps }: LastResultsQuery,
): Promise<ResultsByLamp> => {
  const resultsByLamp = await readResults(tx, { plantId, from, until: at })
  const until = at.getTime()
  for (const kind of testKinds) {
    const lampsWithoutResult = lamps.filter(
      (lamp) => lamp.serial !== '' && !lastOf(resultsByLamp.get(keyOf(lamp)), kind, until),
    )
    if (lampsWithoutResult.length === 0) continue
    const before = new Date(from.getTime() - maxTestAgeDays[kind] * dayMs)
    const runs = await listEarlierRuns(tx, plantId, kind, before)
    const serials = lampsWithoutResult.map(({ serial }) => serial)
    collectResults(runs, await listResultsOf(tx, runs, serials), resultsByLamp)
  }
  return resultsByLamp
}

/** Results measured by then and received later. */
export const lateResultsOf = (results: readonly KnownResult[] | undefined, until: number): KnownResult[] =>
  testKinds.flatMap((kind) => {
    const lateResults = (results ?? []).filter((one) => one.kind === kind && one.knownAt > until && one.at <= until)
    return lateResults.sort((a, b) => b.at - a.at).slice(0, 1)
  })
