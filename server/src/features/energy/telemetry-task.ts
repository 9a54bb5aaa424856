import type { Log } from '../../kernel/log.ts'
import { processEachLocked } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { InTransaction } from '../../kernel/work.ts'
import { bookTelemetry } from './book-telemetry.ts'
import { telemetryStored } from './energy.domain-events.ts'

export type TelemetryTaskParts = { inTransaction: InTransaction; log: Log }

/** Books the waiting telemetry of all units. */
export const bookAllTelemetry = async (
  { inTransaction, log }: TelemetryTaskParts,
  isStopped = () => false,
): Promise<void> => {
  const plants = new Set<string>()
  const task = { inTransaction, log, failure: 'the telemetry of a unit cannot be booked' }
  await processEachLocked(task, async (work, failed, found) => {
    const plantId = isStopped() ? null : await bookTelemetry(work.tx, failed, found)
    if (plantId !== null) plants.add(plantId)
    return plantId !== null
  })
  if (plants.size === 0) return
  await inTransaction(async (work) => {
    for (const plant of plants) work.broadcast({ plant }, 'energyChanged', { plant_id: plant })
  })
}

export const telemetryTask: TaskFactory = (parts) => ({
  name: 'book telemetry',
  // Telemetry received but not booked by a lost node is found within this time.
  everyMs: 10_000,
  wokenBy: [telemetryStored],
  // A burst of messages costs one turn and one event for open pages.
  pauseMs: 500,
  turn: (stopSignal) => bookAllTelemetry(parts, () => stopSignal.aborted),
})
