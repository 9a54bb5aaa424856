import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceMessage } from './device-messages.ts'
import type { Log } from './log.ts'
import { createRetryQueue, type ReceivedMessage, type RetryQueueParts, type StoreOutcome } from './retry-queue.ts'

export type DeviceQueueParts = Omit<RetryQueueParts, 'store'> & {
  /** Stores all messages in one transaction, or none. */
  store(items: DeviceMessage[]): Promise<void>
  /** Whether the failure means that the database is unreachable. */
  isDatabaseUnavailable(error: unknown): Promise<boolean>
  log: Log
}

type Waiting = ReceivedMessage & { resolve: () => void; reject: (error: unknown) => void }

/** While the database cannot accept messages, they wait here, and behind them at the broker. */
const retryMs = 1_000
/** Maximum of messages per transaction; more gain nothing. */
const batchLimit = 500

/**
 * Stores messages in order, in batches. If one cannot be stored, the batch is halved until that message is isolated.
 * From then on the messages of its unit go to the retry queue, so that they cause no more halving for others.
 */
export const createDeviceQueues = (parts: DeviceQueueParts) => {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null
  let stopped = false

  /** Retries until the batch is stored, the messages prove at fault, or the server stops. */
  const storeInTheEnd = async (items: DeviceMessage[]): Promise<StoreOutcome> => {
    for (;;) {
      try {
        await parts.store(items)
        return 'stored'
      } catch (error) {
        if (!(await parts.isDatabaseUnavailable(error))) return { fault: error }
        if (stopped) return 'stopped'
        parts.log.error({ err: error, messages: items.length }, 'device messages not stored; they are tried again')
        await pause(retryMs)
      }
    }
  }

  const side = createRetryQueue({ ...parts, store: storeInTheEnd })

  const moveAside = (waiting: Waiting, tries: number): void => {
    side.enqueue(waiting, tries)
    waiting.resolve()
  }

  /** Moves the messages of suspected units to the retry queue and returns the rest. */
  const partSuspects = (batch: readonly Waiting[]): Waiting[] => {
    const sound: Waiting[] = []
    for (const waiting of batch)
      if (side.isSuspect(waiting.item.update.unit)) moveAside(waiting, 0)
      else sound.push(waiting)
    return sound
  }

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    const sound = partSuspects(batch)
    const [only, ...others] = sound
    if (!only) return
    const outcome = await storeInTheEnd(sound.map(({ item }) => item))
    if (outcome === 'stored') for (const waiting of sound) waiting.resolve()
    else if (outcome === 'stopped') for (const waiting of sound) waiting.reject(new Error('the server stops'))
    else if (others.length === 0) {
      side.suspect(only.item.update.unit)
      moveAside(only, 1)
    } else {
      const middle = Math.ceil(sound.length / 2)
      await settle(sound.slice(0, middle))
      await settle(sound.slice(middle))
    }
  }

  const drain = async (): Promise<void> => {
    while (queue.length > 0) await settle(queue.splice(0, batchLimit))
  }

  const start = (): void => {
    running ??= drain().finally(() => {
      running = null
      if (queue.length > 0) start()
    })
  }

  return {
    /** Resolves when the message is stored or has moved to the retry queue; rejects if it should be redelivered. */
    enqueue: (arrived: ReceivedMessage): Promise<void> =>
      new Promise((resolve, reject) => {
        queue.push({ ...arrived, resolve, reject })
        start()
      }),
    /** Waits until everything is settled; what cannot be stored at that time stays with the units. */
    async stop(): Promise<void> {
      stopped = true
      while (running) await running
      await side.settled()
    },
  }
}
