import type { StartBackground } from '../../kernel/background.ts'
import { eachLocked } from '../../kernel/each-due.ts'
import type { Log } from '../../kernel/log.ts'
import type { InTransaction } from '../../kernel/work.ts'
import { bookTelemetry } from './book-telemetry.ts'
import { telemetryKept } from './energy.domain-events.ts'

export type EnergyKeeperParts = { inTransaction: InTransaction; log: Log }

/** A burst of messages costs one look, and a page that is open hears of it once. */
const pauseMs = 500
/** What another node has taken in and not booked, because it is gone, is found after this time. */
const idleMs = 10_000

/** Books the telemetry of all units that have some waiting. */
export const bookAll = async ({ inTransaction, log }: EnergyKeeperParts, isStopped = () => false): Promise<void> => {
  const plants = new Set<string>()
  const task = { inTransaction, log, failure: 'the telemetry of a unit cannot be booked' }
  await eachLocked(task, async (work, failed, found) => {
    const plantId = isStopped() ? null : await bookTelemetry(work.tx, failed, found)
    if (plantId !== null) plants.add(plantId)
    return plantId !== null
  })
  if (plants.size === 0) return
  await inTransaction(async (work) => {
    for (const plant of plants) work.broadcast({ plant }, 'energyChanged', { plant_id: plant })
  })
}

/** Keeps what lamps used up to date for as long as the server runs. */
export const startEnergyKeeper: StartBackground = ({ inTransaction, log, events }) => {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isWoken = false
  let isStopped = false

  const plan = (waitMs: number): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      timer = null
      isWoken = false
      running = bookAll({ inTransaction, log }, () => isStopped)
        .catch((error: unknown) => log.error({ err: error }, 'telemetry not booked; it is tried again'))
        .finally(() => {
          running = null
          plan(isWoken ? pauseMs : idleMs)
        })
    }, waitMs)
  }

  events.subscribe(telemetryKept, () => {
    if (isWoken || isStopped) return
    isWoken = true
    if (!timer) return
    clearTimeout(timer)
    plan(pauseMs)
  })
  plan(0)
  return {
    async stop(): Promise<void> {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
