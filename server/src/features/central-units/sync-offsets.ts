import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachDue } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { offsetMinutes } from '../../kernel/zoned.ts'
import { findLastCommand, queueCommand } from '../commands/index.ts'
import { clockChanges, clockCommand } from './unit-clock.ts'
import { listUnitsWithWrongOffset, tryLockUnit, type UnitWithWrongOffset } from './unit-offsets.store.ts'

const pollIntervalMs = 60_000
/** Milliseconds until an unaccepted offset is sent to its unit again. */
const retryAfterMs = 3_600_000

const batchSize = 200

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

/**
 * Sends units their plant's UTC offset and its next clock changes, by which they repeat and defer tests. An offline
 * unit gets them when it reconnects.
 */
export const syncOffsets = ({ ports, db, inTransaction, log }: Parts): Promise<void> => {
  const now = ports.clock.now()
  const lastSentBefore = new Date(now.getTime() - retryAfterMs)
  const cuTypes = Object.entries(ports.devices.types).flatMap(([name, type]) =>
    type.facts.commands.includes('setClock') ? [name] : [],
  )
  const clockIn = (zone: string) => ({ utcOffsetMin: offsetMinutes(now, zone), next: clockChanges(zone, now, 1) })
  const requestOffset = async (unit: UnitWithWrongOffset): Promise<void> =>
    await inTransaction(async (work) => {
      if (!(await tryLockUnit(work.tx, unit.id))) return
      const last = await findLastCommand(work.tx, unit.unit, 'setClock')
      // Another node was faster.
      if (last && last.requestedAt > lastSentBefore) return
      const command = await clockCommand(work, unit)
      await queueCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
    })
  const task = { log, failure: 'the offset of a plant from UTC cannot be sent to a unit', max: batchSize }
  return processEachDue(
    task,
    (limit) => listUnitsWithWrongOffset(db, { cuTypes, clockIn, notSentSince: lastSentBefore }, limit),
    requestOffset,
  )
}

export const offsetSyncTask: TaskFactory = (parts) => ({
  name: 'sync offsets',
  everyMs: pollIntervalMs,
  turn: () => syncOffsets(parts),
})
