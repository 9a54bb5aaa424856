import type { BackgroundParts } from '../../kernel/background.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import { eachByItself, eachDue, eachLocked } from '../../kernel/each-due.ts'
import type { TaskOf } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { usedAggregations } from '../aggregations/index.ts'
import { requestCommand } from '../commands/index.ts'
import { presentPlant } from '../plants/index.ts'
import { expectRuns } from './expected-runs.ts'
import { runDueScenes, waitAnew } from './run-due-scenes.ts'
import { runFactsOf } from './run-facts.ts'
import { listScenes } from './scenes.store.ts'
import {
  keepList,
  keepTold,
  listsOfPlant,
  listUnitsBehind,
  lockUnitBehind,
  markAsked,
  markEnding,
  markUnits,
  saveList,
  takeDuePlant,
} from './unit-lists.store.ts'
import { renewedList, shareOf } from './unit-lists.ts'

const lookEveryMs = 1_000
/** A unit that did not take its list is asked again after so long. */
const againAfterMs = 60_000
const sentAtOnce = 50
const dayMs = 86_400_000
const yearsAhead = 2

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

/** The types whose units run scenes by themselves. */
export const sceneTypes = ({ devices }: Pick<Ports, 'devices'>): string[] =>
  Object.entries(devices.types).flatMap(([name, type]) => (type.facts.commands.includes('setScenes') ? [name] : []))

/** Works out what each unit of a plant is to run by itself; answers whether any list became another. */
const workOut = async (tx: Tx, ports: Ports, plantId: string): Promise<boolean> => {
  const now = ports.clock.now()
  const plant = await presentPlant(tx, plantId)
  // Its scenes are erased with it: that marks it too.
  if (!plant) return false
  await waitAnew(tx, plant, now)
  const units = await listsOfPlant(tx, plantId, sceneTypes(ports))
  const scenes = await listScenes(tx, plantId)
  const known = new Map((await usedAggregations(tx, plantId, 'scene')).map((one) => [one.id, one]))
  const facts = await runFactsOf(plant, now, yearsAhead)
  let isChanged = false
  for (const { id, unit, list } of units) {
    const { scenes: wanted } = shareOf(unit, scenes, { aggregations: [...known.values()], facts, now })
    if (!list && wanted.length === 0) continue
    const renewed = renewedList(list?.wanted ?? null, wanted, now, list?.toldVersion ?? 0)
    const dueAt = new Date(now.getTime() + dayMs)
    if (renewed === list?.wanted) await keepList(tx, id, dueAt)
    else await saveList(tx, id, renewed, dueAt)
    isChanged ||= renewed !== list?.wanted
  }
  return isChanged
}

/** Works out the lists of plants in which something has changed, or whose lists come to their end. */
const workOutDue = async ({ ports, db, ...parts }: Parts): Promise<void> => {
  await markEnding(db, ports.clock.now())
  const task = { ...parts, failure: 'what units of a plant are to run cannot be worked out' }
  await eachLocked(task, async (work, failed, found) => {
    const plantId = await takeDuePlant(work.tx, failed)
    if (plantId === undefined) return false
    found(plantId)
    if (await workOut(work.tx, ports, plantId)) work.broadcast({ plant: plantId }, 'unitScenes', { plant_id: plantId })
    return true
  })
}

/** Sends units on line the lists that they do not have. One that is away gets its list when it is back. */
const sendLists = ({ ports, db, inTransaction, log }: Parts): Promise<void> => {
  const now = ports.clock.now()
  const notAskedSince = new Date(now.getTime() - againAfterMs)
  const send = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const behind = await lockUnitBehind(work.tx, id, notAskedSince)
      if (!behind) return
      const { wanted, ...unit } = behind
      await markAsked(work.tx, unit.id, now)
      const command = { name: 'setScenes', ...wanted } as const
      await requestCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
    })
  const task = { log, failure: 'a unit cannot be sent its scenes', most: sentAtOnce }
  return eachDue(task, (limit) => listUnitsBehind(db, notAskedSince, limit), send)
}

/** Keeps what units run by themselves as it is to be. */
export const keepUnitLists = (parts: Parts): Promise<void> =>
  eachByItself(parts.log, [() => workOutDue(parts), () => sendLists(parts)])

/** Keeps the lists of units, and makes the runs that units do not make. */
export const sceneKeeper: TaskOf = (parts) => ({
  name: 'keep scenes',
  everyMs: lookEveryMs,
  turn: () => eachByItself(parts.log, [() => keepUnitLists(parts), () => runDueScenes(parts), () => expectRuns(parts)]),
})

/** Which scenes a unit has it alone knows: what it tells counts, not what it was sent. */
export const unitListListeners: DeviceListeners = {
  shadow: async (news, { work, units }) => {
    const told = new Map<string, number | null>()
    for (const { unit, detail } of news) {
      const id = units.get(unit)?.id
      if (id !== undefined && detail) told.set(id, detail.scenes?.version ?? null)
    }
    if (told.size === 0) return
    const { ahead, changed } = await keepTold(
      work.tx,
      [...told].map(([centralUnitId, version]) => ({ centralUnitId, version })),
      work.now,
    )
    await markUnits(work.tx, ahead)
    for (const plantId of changed) work.broadcast({ plant: plantId }, 'unitScenes', { plant_id: plantId })
  },
}
