import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceMessage } from './device-messages.ts'
import type { Log } from './log.ts'
import { createRetryQueue, type ReceivedMessage, type RetryQueueParts, type StoreOutcome } from './retry-queue.ts'

export type DeviceQueueParts = Omit<RetryQueueParts, 'store'> & {
  /** Stores messages in one transaction, or none of them. */
  store(items: DeviceMessage[]): Promise<void>
  /** Whether it failed because the store cannot be reached. */
  isDatabaseUnavailable(error: unknown): Promise<boolean>
  log: Log
}

type Waiting = ReceivedMessage & { resolve: () => void; reject: (error: unknown) => void }

/** While the database cannot take them, messages wait here, and behind them at the broker. */
const retryMs = 1_000
/** More messages than this in one transaction gain nothing. */
const batchLimit = 500

/**
 * Brings messages into the store in their order, many at once. Where one of them cannot be stored the batch is halved
 * until that one stands alone. From then on the messages of its unit go the side lane, so that they cost others no
 * halving again.
 */
export const createDeviceQueues = (parts: DeviceQueueParts) => {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null
  let stopped = false

  /** Tries until it works, or the messages are at fault, or the server stops. */
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

  /** Leaves those whose units are under no suspicion. */
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
    /** Resolves when the message is stored or has gone the side lane; rejects when it should come again. */
    enqueue: (arrived: ReceivedMessage): Promise<void> =>
      new Promise((resolve, reject) => {
        queue.push({ ...arrived, resolve, reject })
        start()
      }),
    /** Waits until everything is settled; what cannot be stored now is left with the units. */
    async stop(): Promise<void> {
      stopped = true
      while (running) await running
      await side.settled()
    },
  }
}
