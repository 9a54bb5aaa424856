import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { storedSeconds } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { maxRecordDelayMs } from '../logbook/index.ts'
import { type TestResultRow, type TestRunRow, updateTest } from './emergency-tests.store.ts'
import { listTestLamps, type TestLamp } from './lamps-under-test.store.ts'
import { logTestEnd } from './log-test-end.ts'
import { durationFactsOf } from './measured-bound.ts'
import type { Reporter } from './test-records.store.ts'
import { deleteResults, isMissingRecords, listCurrentResults, saveTestResults } from './test-records.store.ts'
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
  timeline: TestTimeline,
  now: Date,
): Promise<TestTimelineWithEnd> => {
  const { started, reportedEnd, results } = timeline
  const completeTimeline = { ...timeline, endHeardAt: null }
  if (!started || !reportedEnd || now.getTime() - reportedEnd.receivedAt.getTime() >= maxRecordDelayMs)
    return completeTimeline
  if (started.record.lamps.every((lamp) => results.has(lamp))) return completeTimeline
  if (!(await isMissingRecords(tx, unit, started, reportedEnd))) return completeTimeline
  return { ...timeline, end: null, endHeardAt: reportedEnd.receivedAt }
}

type CurrentResult = Awaited<ReturnType<typeof listCurrentResults>>[number]

/** A reported result is up to date if its record number is equal; a missing one, if reason and end of the test are. */
const isCurrent = (current: CurrentResult | undefined, { boot, seq, reason, at }: Finding): boolean => {
  if (!current || current.boot !== boot || current.seq !== seq) return false
  return boot !== null || (current.reason === reason && current.at.getTime() === at.getTime())
}

const toResultRow = (
  test: TestRunRow,
  { serial, ...found }: Finding,
  lamp: TestLamp | undefined,
  { now, facts }: { now: Date; facts: Pick<UnitTypeFacts, 'durationSteps'> },
): TestResultRow => ({
  ...found,
  measuredS: storedSeconds(found, lamp?.ratedMin ?? null, facts),
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
  const facts = durationFactsOf(work.ports.devices, test.unit)
  const rows = findings.map((one) => toResultRow(test, one, names.get(one.lamp), { now, facts }))
  await saveTestResults(work, rows)
  return rows
}

const replaceFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  const obsolete = new Map((await listCurrentResults(work.tx, test.id)).map((one) => [one.lamp, one]))
  const newFindings = findings.filter((one) => !isCurrent(obsolete.get(one.lamp), one))
  for (const { lamp } of findings) obsolete.delete(lamp)
  await deleteResults(work.tx, test.id, [...obsolete.keys()])
  return saveFindings(work, test, newFindings, now)
}

/** A test without a start record: nothing proves it still running, and its end may never be reported. */
const isUnannounced = (test: TestRunRow, { started, results }: TestTimeline): boolean =>
  started === null && results.size > 0 && test.startBoot === null && test.commandId === null

const stateOf = (test: TestRunRow, timeline: TestTimeline): Partial<TestRunRow> => {
  const { started, end, results } = timeline
  if (end) {
    const state = end.outcome === 'finished' ? 'finished' : 'stopped'
    return { state, endedAt: end.at, reason: state === 'finished' ? null : reasonByOutcome[end.outcome] }
  }
  const times = results.values().map(({ at }) => at.getTime())
  if (isUnannounced(test, timeline)) return { state: 'finished', endedAt: new Date(Math.max(...times)) }
  // An abandoned test stays so until its end is reported: another may have been requested meanwhile.
  return started && test.state !== 'notStarted' ? { state: 'running', endedAt: null } : {}
}

/** Updates a test to its timeline; returns the test and its new results. */
export const saveTest = async (work: Work, test: TestRunRow, timeline: TestTimelineWithEnd, now: Date) => {
  // A unit may name a lamp twice; a report has one line per lamp.
  const listedLamps = isUnannounced(test, timeline) ? [...timeline.results.keys()] : test.lamps
  const lamps = [...new Set(timeline.started?.record.lamps ?? listedLamps)]
  const row = await updateTest(work, test.id, {
    ...stateOf(test, timeline),
    lamps,
    clockWrong: timeline.clockWrong,
    endHeardAt: timeline.endHeardAt,
    ...(timeline.started && { startedAt: timeline.started.at }),
  })
  const newResults = await replaceFindings(work, row, findingsOf(timeline, lamps), now)
  await logTestEnd(work, row)
  return { row, fresh: newResults }
}
