import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { lateRecordsMs } from '../logbook/index.ts'
import { type TestResultRow, type TestRunRow, updateTest } from './emergency-tests.store.ts'
import { type LampOnPaper, lampsOnPaper } from './lamps-under-test.store.ts'
import { tellOfTest } from './tell-logbook.ts'
import { dropResults, lacksRecords, putResults, standingResults } from './test-records.store.ts'
import type { Reporter } from './test-records.ts'
import { type Finding, findingsOf, reasonOfEnd, type TestStory } from './test-story.ts'

/** A story of which the end may not count yet: since when it has been known. */
export type KeptStory = TestStory & { endHeardAt: Date | null }

/**
 * The story of a test, without its end while records before the end are missing. Nodes share the messages of a unit, so the end may be
 * stored before the last results: lamps would then be reported as not executed, in a logbook that is sealed.
 */
export const withTimelyEnd = async (tx: Tx, unit: Reporter, story: TestStory, now: Date): Promise<KeptStory> => {
  const { started, ownEnd, results } = story
  const whole = { ...story, endHeardAt: null }
  if (!started || !ownEnd || now.getTime() - ownEnd.receivedAt.getTime() >= lateRecordsMs) return whole
  if (started.record.lamps.every((lamp) => results.has(lamp))) return whole
  if (!(await lacksRecords(tx, unit, started, ownEnd))) return whole
  return { ...story, end: null, endHeardAt: ownEnd.receivedAt }
}

type Standing = Awaited<ReturnType<typeof standingResults>>[number]

/** A reported result stands by its number; one that nobody reported by the end of the test that leaves it open. */
const stands = (known: Standing | undefined, { boot, seq, reason, at }: Finding): boolean => {
  if (!known || known.boot !== boot || known.seq !== seq) return false
  return boot !== null || (known.reason === reason && known.at.getTime() === at.getTime())
}

const onPaper = (test: TestRunRow, { serial, ...found }: Finding, lamp: LampOnPaper | undefined, now: Date) => ({
  ...found,
  testId: test.id,
  serial: serial ?? lamp?.serial ?? '',
  description: lamp?.description ?? '',
  location: lamp?.location ?? '',
  ratedMin: test.kind === 'autonomy' ? (lamp?.ratedMin ?? null) : null,
  receivedAt: now,
})

/** Writes findings into the report of a test, with what lamps are called now. */
export const putFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  if (findings.length === 0) return []
  const lamps = await lampsOnPaper(
    work.tx,
    test.centralUnitId,
    findings.map(({ lamp }) => lamp),
  )
  const names = new Map(lamps.map((lamp) => [lamp.addr, lamp]))
  const rows = findings.map((one): TestResultRow => onPaper(test, one, names.get(one.lamp), now))
  await putResults(work, rows)
  return rows
}

const saveFindings = async (work: Work, test: TestRunRow, findings: readonly Finding[], now: Date) => {
  const standing = new Map((await standingResults(work.tx, test.id)).map((one) => [one.lamp, one]))
  const fresh = findings.filter((one) => !stands(standing.get(one.lamp), one))
  for (const { lamp } of findings) standing.delete(lamp)
  await dropResults(work.tx, test.id, [...standing.keys()])
  return putFindings(work, test, fresh, now)
}

/** Nothing says that it still runs, and nothing may ever say that it ended. */
const isUnannounced = (test: TestRunRow, { started, results }: TestStory): boolean =>
  started === null && results.size > 0 && test.startBoot === null && test.commandId === null

const stateOf = (test: TestRunRow, story: TestStory): Partial<TestRunRow> => {
  const { started, end, results } = story
  if (end) {
    const state = end.outcome === 'finished' ? 'finished' : 'stopped'
    return { state, endedAt: end.at, reason: state === 'finished' ? null : reasonOfEnd[end.outcome] }
  }
  const times = results.values().map(({ at }) => at.getTime())
  if (isUnannounced(test, story)) return { state: 'finished', endedAt: new Date(Math.max(...times)) }
  // One that was given up stays so until its end is reported: meanwhile another may have been asked for.
  return started && test.state !== 'notStarted' ? { state: 'running', endedAt: null } : {}
}

/** Makes a test what its story says; answers it as it is then, with the results that are new. */
export const keepTest = async (work: Work, test: TestRunRow, story: KeptStory, now: Date) => {
  // A unit may name a lamp twice; a report has one line of it.
  const known = isUnannounced(test, story) ? [...story.results.keys()] : test.lamps
  const lamps = [...new Set(story.started?.record.lamps ?? known)]
  const row = await updateTest(work, test.id, {
    ...stateOf(test, story),
    lamps,
    clockWrong: story.clockWrong,
    endHeardAt: story.endHeardAt,
    ...(story.started && { startedAt: story.started.at }),
  })
  const fresh = await saveFindings(work, row, findingsOf(story, lamps), now)
  await tellOfTest(work, row)
  return { row, fresh }
}
