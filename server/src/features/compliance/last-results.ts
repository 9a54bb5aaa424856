import type { FailedTestFact, TestResultFact } from '@vigilux/contract/features/compliance/facts.ts'
import {
  type ExecutedResult,
  type FailedTest,
  failedTestOf,
} from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import { maxTestAgeDays } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { LampRow } from './lamp-facts.store.ts'
import type { MomentOf } from './moments.ts'
import { listEarlierRuns, listResultsOf, listRuns, type PastResult, type RunRow } from './past-results.store.ts'

const dayMs = 86_400_000

/** A result of a lamp, and when the platform received it. */
export type KnownResult = Pick<ExecutedResult, 'kind' | 'testId' | 'clockWrong' | 'boot' | 'seq'> & {
  found: TestResultFact
  knownAt: string
}

/** Results by unit and serial. */
export type ResultsByLamp = Map<string, KnownResult[]>

export const keyOf = ({ unit_id, serial }: Pick<LampRow, 'unit_id' | 'serial'>): string => `${unit_id} ${serial}`

const toKnownResult = (row: PastResult, kind: TestKind, momentOf: MomentOf): KnownResult => {
  const at = momentOf(row.at)
  const receivedAt = new Date(row.received_at).toISOString()
  const { test_id: testId, result, reason, measured_s: measuredS, rated_min: ratedMin } = row
  const knownAt = receivedAt > at.at ? receivedAt : at.at
  return {
    kind,
    testId,
    found: { at, result, reason, measuredS, ratedMin },
    knownAt,
    clockWrong: row.clock_wrong,
    boot: Number(row.boot ?? -1),
    seq: Number(row.seq ?? -1),
  }
}

const collectResults = (
  runs: readonly RunRow[],
  rows: readonly PastResult[],
  momentOf: MomentOf,
  resultsByLamp: ResultsByLamp,
): void => {
  const byId = new Map(runs.map((run) => [run.id, run]))
  for (const row of rows) {
    const run = byId.get(row.test_id)
    if (!run) continue
    const key = keyOf({ unit_id: run.unit_id, serial: row.serial })
    const knownResult = toKnownResult(row, run.kind, momentOf)
    const lampResults = resultsByLamp.get(key)
    if (lampResults) lampResults.push(knownResult)
    else resultsByLamp.set(key, [knownResult])
  }
}

type ResultQuery = { plantId: string; from: Date; until: Date; momentOf: MomentOf }

/** Every result of a time span; each kind also from as far before it as its last results usually are. */
const readResults = async (tx: Tx, { plantId, from, until, momentOf }: ResultQuery): Promise<ResultsByLamp> => {
  const resultsByLamp: ResultsByLamp = new Map()
  for (const kind of ['functional', 'autonomy'] as const) {
    const runs = await listRuns(tx, plantId, {
      kind,
      from: new Date(from.getTime() - maxTestAgeDays[kind] * dayMs),
      until,
    })
    collectResults(runs, await listResultsOf(tx, runs), momentOf, resultsByLamp)
  }
  return resultsByLamp
}

/** The newest result of a kind with a trusted clock, known by then; of two at one moment the failed one. */
export const lastOf = (
  results: readonly KnownResult[] | undefined,
  kind: TestKind,
  until: string,
): KnownResult | null => {
  let last: KnownResult | null = null
  for (const result of results ?? []) {
    if (result.kind !== kind || result.clockWrong || result.knownAt > until) continue
    const isNewer = !last || last.found.at.at < result.found.at.at
    if (isNewer || (last?.found.at.at === result.found.at.at && result.found.result === 'failed')) last = result
  }
  return last
}

/** The failed tests open by then, by what was known. */
export const failedTestsBy = (results: readonly KnownResult[], until: string): FailedTest[] => {
  // Most lamps have never failed.
  if (!results.some(({ found }) => found.result === 'failed')) return []
  const lastResults = results
    .filter(({ knownAt }) => knownAt <= until)
    .map(({ found, knownAt: _, ...one }) => ({ ...found, ...one, at: found.at.at }))
  return testKinds.flatMap((kind) => failedTestOf(kind, lastResults) ?? [])
}

export const toFailedFact = (failed: FailedTest, momentOf: MomentOf): FailedTestFact => {
  const { kind, at, since, reason, measuredS, ratedMin } = failed
  return { kind, at: momentOf(at), since: momentOf(since), reason, measuredS, ratedMin }
}

type LastResultsQuery = { plantId: string; from: Date; at: Date; momentOf: MomentOf; lamps: readonly LampRow[] }

/**
 * The results of these lamps since `from`, including the last of each kind. For a lamp whose last test is older than
 * usual, only earlier tests are searched: the cost grows with the lamps, not with their past.
 */
export const readLastResults = async (
  tx: Tx,
  { plantId, from, at, momentOf, lamps }: LastResultsQuery,
): Promise<ResultsByLamp> => {
  const resultsByLamp = await readResults(tx, { plantId, from, until: at, momentOf })
  const until = at.toISOString()
  for (const kind of ['functional', 'autonomy'] as const) {
    const lampsWithoutResult = lamps.filter(
      (lamp) => lamp.serial !== '' && !lastOf(resultsByLamp.get(keyOf(lamp)), kind, until),
    )
    if (lampsWithoutResult.length === 0) continue
    const before = new Date(from.getTime() - maxTestAgeDays[kind] * dayMs)
    const runs = await listEarlierRuns(tx, plantId, kind, before)
    const serials = lampsWithoutResult.map(({ serial }) => serial)
    collectResults(runs, await listResultsOf(tx, runs, serials), momentOf, resultsByLamp)
  }
  return resultsByLamp
}

/** Results that were measured by then and received later. */
export const lateResultsOf = (results: readonly KnownResult[] | undefined, until: string): KnownResult[] =>
  (['functional', 'autonomy'] as const).flatMap((kind) => {
    const lateResults = (results ?? []).filter(
      (one) => one.kind === kind && one.knownAt > until && one.found.at.at <= until,
    )
    return lateResults.sort((a, b) => b.found.at.at.localeCompare(a.found.at.at)).slice(0, 1)
  })
