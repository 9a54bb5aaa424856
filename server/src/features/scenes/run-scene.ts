import { rampS, type Scene, type SceneLevel } from '@vigilux/contract/features/scenes/scene.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { listAggregationGroups } from '../aggregations/index.ts'
import { listUnitRows } from '../central-units/index.ts'
import type { CommandRequester } from '../commands/index.ts'
import { requestLevels, type UnitLevels } from '../light-levels/index.ts'
import { insertRunUnits, insertSceneRun, type NewRun, saveRunResults, type UnitResult } from './platform-runs.store.ts'
import { settleRuns } from './scene-runs.store.ts'
import { levelsIn, type UnitGroups } from './unit-lists.ts'

export type RunContext = { work: Work; caller: CommandRequester }

/** The aggregations with a level, by unit; unchanged aggregations are left out. */
export const listGroupsByUnit = async (
  tx: Tx,
  plantId: string,
  collections: readonly SceneLevel[],
): Promise<Map<string, UnitGroups[]>> => {
  const ids = collections.flatMap(({ id, level }) => (level === null ? [] : [id]))
  return Map.groupBy(await listAggregationGroups(tx, plantId, ids), ({ cu }) => cu)
}

/** Resolves levels of aggregations for these units. */
export const levelsFor = async (
  tx: Tx,
  plantId: string,
  { collections, units }: { collections: readonly SceneLevel[]; units: ReadonlyMap<string, readonly UnitGroups[]> },
): Promise<UnitLevels[]> => {
  const rows = await listUnitRows(tx, [plantId])
  return rows.flatMap((unit) => {
    const unitGroups = units.get(unit.unit)
    if (!unitGroups) return []
    const levels = levelsIn({ collections }, new Map(unitGroups.map((one) => [one.id, one])))
    return levels.length === 0
      ? []
      : [{ unit, settings: levels.map(({ groups, level }) => ({ to: { groups }, level })) }]
  })
}

type RunRequest = {
  scene: Scene
  run: Omit<NewRun, 'sceneId' | 'name'>
  /** Levels left to this scene by other scenes of the same minute. */
  left?: readonly SceneLevel[]
  /** Units with their own run of the scene. */
  heldBy?: ReadonlySet<string>
  /** Too late to run: recorded as not executed. */
  isLate?: boolean
}

/**
 * Rows are inserted first, and only newly inserted units are asked, so a repeat or another node asks nobody twice.
 * Units it cannot ask are recorded as not executed and not asked later.
 */
export const runScene = async (context: RunContext, request: RunRequest): Promise<void> => {
  const { work } = context
  const { scene, run, left: remainingLevels = scene.collections, heldBy = new Set(), isLate = false } = request
  const byUnit = await listGroupsByUnit(work.tx, run.plantId, scene.collections)
  const units = [...byUnit.keys()].filter((unit) => !heldBy.has(unit))
  if (units.length === 0) return
  await insertSceneRun(work.tx, { ...run, sceneId: scene.id, name: scene.name }, 'pending')
  const newUnits = await insertRunUnits(work.tx, run.id, units, 'pending')
  const groupsByUnit = new Map([...byUnit].filter(([unit]) => newUnits.has(unit)))
  const results = isLate
    ? [...groupsByUnit.keys()].map((unit) => notRequested(unit, 'late'))
    : await requestUnits(context, { plantId: run.plantId, scene, left: remainingLevels, units: groupsByUnit })
  await saveRunResults(work.tx, run.id, results)
  await settleRuns(work.tx, [run.id])
  work.broadcast({ plant: run.plantId }, 'sceneRan', { plant_id: run.plantId, scene_id: scene.id })
}

const notRequested = (unit: string, reason: string): UnitResult => ({
  unit,
  reason,
  commandId: null,
  result: 'not_executed',
})

type LevelRequest = {
  plantId: string
  scene: Scene
  left: readonly SceneLevel[]
  units: ReadonlyMap<string, readonly UnitGroups[]>
}

const requestUnits = async (
  context: RunContext,
  { plantId, scene, left: remainingLevels, units }: LevelRequest,
): Promise<UnitResult[]> => {
  const unitLevels = await levelsFor(context.work.tx, plantId, { collections: remainingLevels, units })
  const fading = { fadeS: scene.ramp ? rampS : 0, holdS: null }
  const requested = await requestLevels(context, { plantId, units: unitLevels }, fading)
  const commands = new Map(requested.commands.map(({ cu, id }) => [cu, id]))
  const reasons = new Map(requested.notAsked.map(({ cu, reason: notSentReason }) => [cu, notSentReason]))
  const targetUnits = new Set(unitLevels.map(({ unit }) => unit.unit))
  return [...units.keys()].map((unit): UnitResult => {
    const commandId = commands.get(unit)
    if (commandId !== undefined) return { unit, commandId, result: 'pending', reason: null }
    const notSentReason = reasons.get(unit)
    if (notSentReason !== undefined) return notRequested(unit, notSentReason)
    return targetUnits.has(unit)
      ? { unit, commandId: null, result: 'failed', reason: 'no_lamps' }
      : { unit, commandId: null, result: 'overruled', reason: null }
  })
}
