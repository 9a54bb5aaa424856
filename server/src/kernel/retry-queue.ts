import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceMessage } from '@vigilux/device-plane/device-updates.ts'

/** A decoded message with its raw bytes. */
export type ReceivedMessage = { item: DeviceMessage; payload: Uint8Array }
export type StoreOutcome = { fault: unknown } | 'stored' | 'stopped'

export type RetryQueueParts = {
  /** Retries storing messages in one transaction until the database answers; never rejects. */
  store(items: DeviceMessage[]): Promise<StoreOutcome>
  /** Stores an unstorable message as a dead letter. Never rejects. */
  deadLetter(message: ReceivedMessage, error: unknown, tries: number): Promise<void>
  dropped(reason: string): void
  now(): number
}

type Suspect = ReceivedMessage & { tries: number }

/** Attempts for a message failing while the database is available, and the delay between them. */
const maxTries = 3
const retryPauseMs = 200
/** Milliseconds for which a unit's messages use this queue after one could not be stored. */
const suspectMs = 10 * 60_000
/** Messages of a unit per transaction: more would delay the other units of the queue. */
const batchLimit = 100
/** Maximum bytes waiting, per unit and in total. A unit's whole memory of records is about 3 MiB. */
const maxUnitBytes = 4 * 1024 * 1024
const maxTotalBytes = 32 * 1024 * 1024

const bytesOf = (messages: readonly Suspect[]): number =>
  messages.reduce((total, { payload }) => total + payload.length, 0)

/**
 * Queue for units with a recent unstorable message, one turn per unit; nothing else waits for it. A failing batch is
 * halved until the bad message is isolated; after three attempts it becomes a dead letter.
 */
export const createRetryQueue = (parts: RetryQueueParts) => {
  const queues = new Map<string, Suspect[]>()
  const suspects = new Map<string, number>()
  let bytes = 0
  let running: Promise<void> | null = null

  const suspect = (unit: string) => suspects.set(unit, parts.now() + suspectMs)

  /** Stores messages of one unit, or moves them to the dead letters; returns those to retry. */
  const settle = async (unit: string, batch: Suspect[]): Promise<Suspect[]> => {
    const [firstMessage, ...otherMessages] = batch
    if (!firstMessage) return []
    const outcome = await parts.store(batch.map(({ item }) => item))
    if (typeof outcome !== 'object') return []
    suspect(unit)
    if (otherMessages.length > 0) {
      const middle = Math.ceil(batch.length / 2)
      const failedMessages = await settle(unit, batch.slice(0, middle))
      return [...failedMessages, ...(await settle(unit, batch.slice(middle)))]
    }
    const tries = firstMessage.tries + 1
    if (tries < maxTries) return [{ ...firstMessage, tries }]
    await parts.deadLetter(firstMessage, outcome.fault, tries)
    return []
  }

  /** Settles the oldest messages of a unit; returns whether any of them must be retried. */
  const settleOldest = async (unit: string, queue: Suspect[]): Promise<boolean> => {
    const batch = queue.splice(0, batchLimit)
    const failedMessages = await settle(unit, batch)
    queue.push(...failedMessages)
    bytes += bytesOf(failedMessages) - bytesOf(batch)
    if (queue.length === 0) queues.delete(unit)
    return failedMessages.length > 0
  }

  const drain = async (): Promise<void> => {
    while (queues.size > 0) {
      let isFailing = false
      for (const [unit, queue] of [...queues]) isFailing = (await settleOldest(unit, queue)) || isFailing
      if (isFailing) await pause(retryPauseMs)
    }
  }

  const start = (): void => {
    running ??= drain().finally(() => {
      running = null
      if (queues.size > 0) start()
    })
  }

  return {
    suspect,
    isSuspect(unit: string): boolean {
      if (queues.has(unit)) return true
      const until = suspects.get(unit)
      if (until !== undefined && until <= parts.now()) suspects.delete(unit)
      return suspects.has(unit)
    },
    /**
     * Enqueues a message; drops it if the queue is full. A dropped record is sent again, and a dropped state is
     * followed by the next.
     */
    enqueue({ item, payload }: ReceivedMessage, tries: number): void {
      const { unit } = item.update
      const queue = queues.get(unit) ?? []
      if (bytesOf(queue) + payload.length > maxUnitBytes || bytes + payload.length > maxTotalBytes) {
        parts.dropped('crowded')
        return
      }
      bytes += payload.length
      queue.push({ item, payload, tries })
      queues.set(unit, queue)
      start()
    },
    /** Resolves once the queue is empty. */
    async settled(): Promise<void> {
      while (running) await running
    },
  }
}
