import { createHash } from 'node:crypto'
import { type EndedTest, resultOfTest } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import type { Work } from '../../kernel/work.ts'
import { addEntries, type EntryDraft, findLoggedTest } from '../logbook/index.ts'
import type { testResultTable, testRunTable } from './emergency-tests.schema.ts'
import { listTestResults } from './test-records.store.ts'

type Test = typeof testRunTable.$inferInsert
type LoggedResult = Pick<typeof testResultTable.$inferInsert, 'lamp' | 'serial' | 'result' | 'reason' | 'measuredS'>

/** SHA-256 over the results of a test, a line per lamp: docs/protocol/logbook-export.md */
const digestOf = (results: readonly LoggedResult[]): string => {
  const lines = results
    .toSorted((a, b) => a.lamp - b.lamp)
    .map(({ lamp, serial, result, reason, measuredS }) =>
      [lamp, serial, result, reason ?? '', measuredS ?? ''].join(';'),
    )
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

type EndState = EndedTest['state']
const endStates: readonly string[] = ['finished', 'stopped', 'notStarted'] satisfies EndState[]
const isEndState = (state: string): state is EndState => endStates.includes(state)

/** Facts of a test after its end, also if it never began. */
const factsOf = (test: Test, results: readonly LoggedResult[]): EndedTest => {
  const count = (result: LoggedResult['result']): number => results.filter((one) => one.result === result).length
  const tally = { passed: count('passed'), failed: count('failed'), notExecuted: count('notExecuted') }
  return {
    test: test.kind,
    trigger: test.trigger,
    state: isEndState(test.state) ? test.state : 'finished',
    reason: test.reason ?? null,
    startedAt: test.startedAt?.toISOString() ?? null,
    total: results.length,
    ...tally,
    result: resultOfTest({ ...tally, total: results.length }),
    digest: digestOf(results),
  }
}

/** The logbook entry of an ended test. */
export const entryOfTest = (test: Test, results: readonly LoggedResult[]) => {
  const { plantId, centralUnitId, unit, requestedBy, requestedByName } = test
  const facts = factsOf(test, results)
  return {
    kind: 'testEnded',
    facts,
    result: facts.result,
    plantId,
    centralUnitId,
    unit,
    testId: test.id,
    at: test.endedAt ?? test.requestedAt,
    clockWrong: test.clockWrong ?? false,
    by: requestedBy ? { userId: requestedBy, name: requestedByName ?? '' } : null,
    once: `test ${test.id}`,
  } as const satisfies EntryDraft
}

/** Records the end of a test, also if it never began. Later results do not change the entry: a correction is added. */
export const logTestEnd = async (work: Work, test: Test): Promise<void> => {
  if (!test.endedAt || !isEndState(test.state)) return
  const results = await listTestResults(work.tx, test.id)
  const entry = { ...entryOfTest(test, results), recordedAt: work.now }
  const loggedTest = await findLoggedTest(work.tx, test.plantId, entry.once)
  const { digest } = entry.facts
  if (loggedTest?.digest === digest) return
  if (entry.facts.failed > 0)
    await recordCauses(work.tx, [
      {
        plantId: test.plantId,
        kind: 'testErrors',
        what: 'testFailed',
        at: work.now,
        once: entry.once,
        centralUnitId: test.centralUnitId,
        count: entry.facts.failed,
        aboutId: test.id,
      },
    ])
  addEntries(work, [loggedTest ? { ...entry, once: `${entry.once} ${digest}`, corrects: loggedTest.no } : entry])
}
