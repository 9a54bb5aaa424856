import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { maxRecordDelayMs } from '../logbook/index.ts'
import { type TestResultRow, type TestRunRow, updateTest } from './emergency-tests.store.ts'
import { listTestLamps, type TestLamp } from './lamps-under-test.store.ts'
import { logTestEnd } from './log-test-end.ts'
import { deleteResults, isMissingRecords, listCurrentResults, saveTestResults } from './test-records.store.ts'
import type { Reporter } from './test-records.ts'
import { type Finding, findingsOf, reasonByOutcome, type TestTimeline } from './test-timeline.ts'

/** A timeline whose end may not be effective yet; `endHeardAt` is when it was received. */
export type TestTimelineWithEnd = TestTimeline & { endHeardAt: Date | null }

/**
 * The timeline of a test, without its end while earlier records are missing. Nodes share the messages of a unit, so the
 * end may be stored before the last results: lamps would then be reported as not executed, in a sealed logbook.
 */
export const withoutPrematureEnd = async (
  tx: Tx,
  unit: Reporter,
  story: TestTimeline,
  now: Date,
): Promise<TestTimelineWithEnd> => {
  const { started, reportedEnd, results } = story
  const whole = { ...story, endHeardAt: null }
  if (!started || !reportedEnd || now.getTime() - reportedEnd.receivedAt.getTime() >= maxRecordDelayMs) return whole
  if (started.record.lamps.every((lamp) => results.has(lamp))) return whole
  if (!(await isMissingRecords(tx, unit, started, reportedEnd))) return whole
  return { ...story, end: null, endHeardAt: reportedEnd.receivedAt }
}

type CurrentResult = Awaited<ReturnType<typeof listCurrentResults>>[number]

/** A reported result is up to date if its record number is equal; a missing one, if reason and end of the test are. */
const isCurrent = (known: CurrentResult | undefined, { boot, seq, reason, at }: Finding): boolean => {
  if (!known || known.boot !== boot || known.seq !== seq) return false
  return boot !== null || (known.reason === reason && known.at.getTime() === at.getTime())
}

const toResultRow = (test: TestRunRow, { serial, ...found }: Finding, lamp: TestLamp | undefined, now: Date) => ({
  ...found,
  testId: test.id,
  serial: serial ?? lamp?.serial ?? '',
  description: lamp?.description ?? '',
  location: lamp?.location ?? '',
  ratedMin: test.kind === 'autonomy' ? (lamp?.ratedMin ?? null) : null,
  receivedAt: now,
})

/** Saves findings in the report of a test, with the lamps' current texts. */
export const saveFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  if (findings.length === 0) return []
  const lamps = await listTestLamps(
    work.tx,
    test.centralUnitId,
    findings.map(({ lamp }) => lamp),
  )
  const names = new Map(lamps.map((lamp) => [lamp.addr, lamp]))
  const rows = findings.map((one): TestResultRow => toResultRow(test, one, names.get(one.lamp), now))
  await saveTestResults(work, rows)
  return rows
}

const replaceFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  const standing = new Map((await listCurrentResults(work.tx, test.id)).map((one) => [one.lamp, one]))
  const fresh = findings.filter((one) => !isCurrent(standing.get(one.lamp), one))
  for (const { lamp } of findings) standing.delete(lamp)
  await deleteResults(work.tx, test.id, [...standing.keys()])
  return saveFindings(work, test, fresh, now)
}

/** A test without a start record: nothing shows that it still runs, and its end may never be reported. */
const isUnannounced = (test: TestRunRow, { started, results }: TestTimeline): boolean =>
  started === null && results.size > 0 && test.startBoot === null && test.commandId === null

const stateOf = (test: TestRunRow, story: TestTimeline): Partial<TestRunRow> => {
  const { started, end, results } = story
  if (end) {
    const state = end.outcome === 'finished' ? 'finished' : 'stopped'
    return { state, endedAt: end.at, reason: state === 'finished' ? null : reasonByOutcome[end.outcome] }
  }
  const times = results.values().map(({ at }) => at.getTime())
  if (isUnannounced(test, story)) return { state: 'finished', endedAt: new Date(Math.max(...times)) }
  // An abandoned test stays so until its end is reported: another may have been requested meanwhile.
  return started && test.state !== 'notStarted' ? { state: 'running', endedAt: null } : {}
}

/** Updates a test to its timeline; returns the test and its new results. */
export const saveTest = async (work: Work, test: TestRunRow, story: TestTimelineWithEnd, now: Date) => {
  // A unit may name a lamp twice; a report has one line per lamp.
  const known = isUnannounced(test, story) ? [...story.results.keys()] : test.lamps
  const lamps = [...new Set(story.started?.record.lamps ?? known)]
  const row = await updateTest(work, test.id, {
    ...stateOf(test, story),
    lamps,
    clockWrong: story.clockWrong,
    endHeardAt: story.endHeardAt,
    ...(story.started && { startedAt: story.started.at }),
  })
  const fresh = await replaceFindings(work, row, findingsOf(story, lamps), now)
  await logTestEnd(work, row)
  return { row, fresh }
}
