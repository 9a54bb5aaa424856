import type { BackgroundParts } from '../../kernel/background.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import { anyOf } from '../../kernel/due-rows.store.ts'
import { processEachDue, processEachLocked, runIsolated } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { listUsedAggregations } from '../aggregations/index.ts'
import { queueCommand } from '../commands/index.ts'
import { findPresentPlant } from '../plants/index.ts'
import { runFactsOf } from './calendar-runs.ts'
import { isAnySceneDue } from './due-scenes.store.ts'
import { isAnyRunExpected } from './expected-runs.store.ts'
import { recordAllExpectedRuns } from './expected-runs.ts'
import { dueBefore, reschedule, runDueScenes } from './run-due-scenes.ts'
import { listScenes } from './scenes.store.ts'
import {
  claimDuePlant,
  isAnyListDue,
  listListsOfPlant,
  listOutdatedUnits,
  lockOutdatedUnit,
  markEndingLists,
  markListsDue,
  markRequested,
  postponeList,
  saveList,
  saveReportedLists,
} from './unit-lists.store.ts'
import { divideScenes, renewList } from './unit-lists.ts'

/** Interval between repeated requests to a unit until it takes its list. */
const retryAfterMs = 60_000
const batchSize = 50
const dayMs = 86_400_000
const yearsAhead = 2

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

/** Unit types with scenes of their own. */
export const sceneTypes = ({ devices }: Pick<Ports, 'devices'>): string[] =>
  Object.entries(devices.types).flatMap(([name, type]) => (type.facts.commands.includes('setScenes') ? [name] : []))

/** Computes the scene list of each unit of a plant; returns whether any list changed. */
const computeLists = async (tx: Tx, ports: Ports, plantId: string): Promise<boolean> => {
  const now = ports.clock.now()
  const plant = await findPresentPlant(tx, plantId)
  // The erasure of a plant's scenes marks it as well.
  if (!plant) return false
  await reschedule(tx, plant, now)
  const units = await listListsOfPlant(tx, plantId, sceneTypes(ports))
  const scenes = await listScenes(tx, plantId)
  const aggregationsById = new Map((await listUsedAggregations(tx, plantId, 'scene')).map((one) => [one.id, one]))
  const facts = await runFactsOf(plant, now, yearsAhead)
  let isChanged = false
  for (const { id, unit, list } of units) {
    const { scenes: targetScenes } = divideScenes(unit, scenes, {
      aggregations: [...aggregationsById.values()],
      facts,
      now,
    })
    if (!list && targetScenes.length === 0) continue
    const renewed = renewList(list?.target ?? null, targetScenes, now, list?.reportedVersion ?? 0)
    const dueAt = new Date(now.getTime() + dayMs)
    if (renewed === list?.target) await postponeList(tx, id, dueAt)
    else await saveList(tx, id, renewed, dueAt)
    isChanged ||= renewed !== list?.target
  }
  return isChanged
}

/** Recomputes the lists of plants with changes, and lists close to their end. */
const computeDueLists = async ({ ports, db, ...parts }: Parts): Promise<void> => {
  await markEndingLists(db, ports.clock.now())
  const task = { ...parts, failure: 'what units of a plant are to run cannot be worked out' }
  await processEachLocked(task, async (work, failed, found) => {
    const plantId = await claimDuePlant(work.tx, failed)
    if (plantId === undefined) return false
    found(plantId)
    if (await computeLists(work.tx, ports, plantId))
      work.broadcast({ plant: plantId }, 'unitScenes', { plant_id: plantId })
    return true
  })
}

const retryBefore = (now: Date): Date => new Date(now.getTime() - retryAfterMs)

/** Sends online units their missing lists. An offline unit gets its list when it is back. */
const sendLists = ({ ports, db, inTransaction, log }: Parts): Promise<void> => {
  const now = ports.clock.now()
  const lastRequestedBefore = retryBefore(now)
  const send = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const outdatedUnit = await lockOutdatedUnit(work.tx, id, lastRequestedBefore)
      if (!outdatedUnit) return
      const { target, ...unit } = outdatedUnit
      await markRequested(work.tx, unit.id, now)
      const command = { name: 'setScenes', ...target } as const
      await queueCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
    })
  const task = { log, failure: 'a unit cannot be sent its scenes', max: batchSize }
  return processEachDue(task, (limit) => listOutdatedUnits(db, lastRequestedBefore, limit), send)
}

export const syncUnitLists = (parts: Parts): Promise<void> =>
  runIsolated(parts.log, [() => computeDueLists(parts), () => sendLists(parts)])

/** Syncs units' scene lists and makes the runs not made by units. */
export const sceneTask: TaskFactory = (parts) => ({
  name: 'run scenes',
  due: (now) => anyOf(isAnyListDue(now, retryBefore(now)), isAnySceneDue(dueBefore(now)), isAnyRunExpected(now)),
  turn: () =>
    runIsolated(parts.log, [() => syncUnitLists(parts), () => runDueScenes(parts), () => recordAllExpectedRuns(parts)]),
})

/** The unit is the source of truth for its scene list: its report counts, not the list sent. */
export const unitListListeners: DeviceListeners = {
  shadow: async (updates, { work, units }) => {
    const reportedVersions = new Map<string, number | null>()
    for (const { unit, detail } of updates) {
      const id = units.get(unit)?.id
      if (id !== undefined && detail) reportedVersions.set(id, detail.scenes?.version ?? null)
    }
    if (reportedVersions.size === 0) return
    const { ahead: unitsAhead, changed } = await saveReportedLists(
      work.tx,
      [...reportedVersions].map(([centralUnitId, version]) => ({ centralUnitId, version })),
      work.now,
    )
    await markListsDue(work.tx, unitsAhead)
    for (const plantId of changed) work.broadcast({ plant: plantId }, 'unitScenes', { plant_id: plantId })
  },
}
