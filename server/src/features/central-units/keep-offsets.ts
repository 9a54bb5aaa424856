import type { BackgroundParts } from '../../kernel/background.ts'
import { eachDue } from '../../kernel/each-due.ts'
import type { TaskOf } from '../../kernel/task.ts'
import { lastCommand, requestCommand } from '../commands/index.ts'
import { clockCommand } from './unit-clock.ts'
import { listUnitsOffZone, tryLockUnit, type UnitOffZone } from './unit-offsets.store.ts'

const lookEveryMs = 60_000
/** A unit that did not take its offset is told again after so long. */
const againAfterMs = 3_600_000

const toldAtOnce = 200

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

/**
 * Tells units how far their plant is from UTC, when a clock change has changed it: they keep the days of months by it, and show it.
 * What a unit that is away missed it is told when it is back.
 */
export const keepOffsets = ({ ports, db, inTransaction, log }: Parts): Promise<void> => {
  const now = ports.clock.now()
  const notToldSince = new Date(now.getTime() - againAfterMs)
  const cuTypes = Object.entries(ports.devices.types).flatMap(([name, type]) =>
    type.facts.commands.includes('setClock') ? [name] : [],
  )
  const tell = async (unit: UnitOffZone): Promise<void> =>
    await inTransaction(async (work) => {
      if (!(await tryLockUnit(work.tx, unit.id))) return
      const last = await lastCommand(work.tx, unit.unit, 'setClock')
      // Another node was quicker.
      if (last && last.requestedAt > notToldSince) return
      const command = await clockCommand(work, unit)
      await requestCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
    })
  const task = { log, failure: 'a unit cannot be told how far its plant is from UTC', most: toldAtOnce }
  return eachDue(task, (limit) => listUnitsOffZone(db, { cuTypes, now, notToldSince }, limit), tell)
}

export const offsetKeeper: TaskOf = (parts) => ({
  name: 'keep offsets',
  everyMs: lookEveryMs,
  turn: () => keepOffsets(parts),
})
