import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachDue } from '../../kernel/run-task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { claimUnitToExpect, listUnitsToExpect, saveExpectedUntil, type UnitToExpect } from './expected-runs.store.ts'
import { insertRunUnits, insertSceneRun } from './platform-runs.store.ts'
import { calendarRunId } from './run-ids.ts'
import { listSceneNames } from './scene-names.store.ts'
import { settleRuns } from './scene-runs.store.ts'

const minuteMs = 60_000
/** An online unit reports a run at once; after this time a missing report counts as "no word yet". */
const reportGraceMs = 30_000

type ExpectedRun = { scene: string; at: Date }

const expectedBetween = ({ accepted }: UnitToExpect, from: Date, until: Date): ExpectedRun[] =>
  accepted.scenes
    .flatMap(({ scene, runs }) => runs.map((minute) => ({ scene, at: new Date(minute * minuteMs) })))
    .filter(({ at }) => at > from && at <= until)

/** Records a unit's expected runs by now, as "no word yet" until its own record arrives. */
const recordExpectedRuns = async (tx: Tx, unit: UnitToExpect, now: Date): Promise<boolean> => {
  const until = new Date(now.getTime() - reportGraceMs)
  const expectedRuns = expectedBetween(unit, unit.expectedUntil, until)
  const names = await listSceneNames(
    tx,
    expectedRuns.map(({ scene }) => scene),
  )
  const ids: string[] = []
  for (const { scene, at } of expectedRuns) {
    const sceneName = names.get(scene)
    const ownScene = sceneName?.plantId === unit.plantId ? sceneName : undefined
    const id = calendarRunId(scene, at.toISOString())
    const sceneId = ownScene?.isThere ? scene : null
    const run = { id, plantId: unit.plantId, sceneId, name: ownScene?.name ?? '', at, by: null, input: null }
    await insertSceneRun(tx, { ...run, cause: 'calendar' }, 'no_word')
    if ((await insertRunUnits(tx, id, [unit.unit], 'no_word')).size > 0) ids.push(id)
  }
  await settleRuns(tx, ids)
  const laterRuns = expectedBetween(unit, until, new Date(unit.accepted.until)).map(({ at }) => at.getTime())
  const next = laterRuns.length === 0 ? null : new Date(Math.min(...laterRuns) + reportGraceMs)
  await saveExpectedUntil(tx, unit.centralUnitId, { expectedUntil: until, expectAt: next })
  return ids.length > 0
}

/**
 * Expected runs follow from the list confirmed by a unit, even if its scenes have changed since. Already reported runs
 * stay unchanged.
 */
export const recordAllExpectedRuns = ({
  ports,
  db,
  inTransaction,
  log,
}: Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>): Promise<void> => {
  const now = ports.clock.now()
  const recordUnit = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const unit = await claimUnitToExpect(work.tx, id, now)
      if (unit && (await recordExpectedRuns(work.tx, unit, now)))
        work.broadcast({ plant: unit.plantId }, 'sceneRan', { plant_id: unit.plantId, scene_id: null })
    })
  const failure = 'runs of a unit that ought to have been cannot be kept'
  return processEachDue({ log, failure }, (limit) => listUnitsToExpect(db, now, limit), recordUnit)
}
