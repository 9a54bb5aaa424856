import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceMessage } from './device-messages.ts'

/** A message that could be read, with its bytes. */
export type ReceivedMessage = { item: DeviceMessage; payload: Uint8Array }
export type StoreOutcome = { fault: unknown } | 'stored' | 'stopped'

export type RetryQueueParts = {
  /** Tries to store messages in one transaction until the store answers; never rejects. */
  store(items: DeviceMessage[]): Promise<StoreOutcome>
  /** Keeps a message that cannot be stored. Never rejects. */
  deadLetter(arrived: ReceivedMessage, error: unknown, tries: number): Promise<void>
  dropped(reason: string): void
  now(): number
}

type Suspect = ReceivedMessage & { tries: number }

/** How often a message is tried that fails while the database is well, and how far apart. */
const maxTries = 3
const retryPauseMs = 200
/** After a message that could not be stored a unit's messages go this lane for so long. */
const suspectMs = 10 * 60_000
/** Messages of a unit in one transaction: more would make the other units of the lane wait. */
const batchLimit = 100
/** Bytes that may wait, of one unit and in all. A unit's whole memory of records is about 3 MiB. */
const maxUnitBytes = 4 * 1024 * 1024
const maxTotalBytes = 32 * 1024 * 1024

const bytesOf = (messages: readonly Suspect[]): number => messages.reduce((sum, { payload }) => sum + payload.length, 0)

/**
 * Where the messages of units go that lately sent what cannot be stored: each unit in its turn. A batch that fails is
 * halved until the bad message stands alone; that one is tried three times in all and then set aside. Nobody waits for
 * it, and it holds nobody else up.
 */
export const createRetryQueue = (parts: RetryQueueParts) => {
  const queues = new Map<string, Suspect[]>()
  const suspects = new Map<string, number>()
  let bytes = 0
  let running: Promise<void> | null = null

  const suspect = (unit: string) => suspects.set(unit, parts.now() + suspectMs)

  /** Stores messages of one unit, or sets them aside; answers those that are to be tried again. */
  const settle = async (unit: string, batch: Suspect[]): Promise<Suspect[]> => {
    const [only, ...others] = batch
    if (!only) return []
    const outcome = await parts.store(batch.map(({ item }) => item))
    if (typeof outcome !== 'object') return []
    suspect(unit)
    if (others.length > 0) {
      const middle = Math.ceil(batch.length / 2)
      const failing = await settle(unit, batch.slice(0, middle))
      return [...failing, ...(await settle(unit, batch.slice(middle)))]
    }
    const tries = only.tries + 1
    if (tries < maxTries) return [{ ...only, tries }]
    await parts.deadLetter(only, outcome.fault, tries)
    return []
  }

  /** Settles the oldest messages of a unit; whether any of them is to be tried again. */
  const settleOldest = async (unit: string, queue: Suspect[]): Promise<boolean> => {
    const batch = queue.splice(0, batchLimit)
    const failing = await settle(unit, batch)
    queue.push(...failing)
    bytes += bytesOf(failing) - bytesOf(batch)
    if (queue.length === 0) queues.delete(unit)
    return failing.length > 0
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
    /** Takes a message over. What finds no room is dropped: a record comes again, a state is followed by the next. */
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
    /** Resolves once nothing waits any more. */
    async settled(): Promise<void> {
      while (running) await running
    },
  }
}
