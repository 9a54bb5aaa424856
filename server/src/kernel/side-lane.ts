import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceNews } from './device-messages.ts'

/** A message that could be read, with its bytes. */
export type Arrived = { item: DeviceNews; payload: Uint8Array }
export type Outcome = { fault: unknown } | 'stored' | 'stopped'

export type SideLaneParts = {
  /** Tries to store one message until the store answers; never rejects. */
  store(item: DeviceNews): Promise<Outcome>
  /** Keeps a message that cannot be stored. Never rejects. */
  setAside(arrived: Arrived, error: unknown, tries: number): Promise<void>
  dropped(reason: string): void
  now(): number
}

type Suspect = Arrived & { tries: number }

/** How often a message is tried that fails while the database is well, and how far apart. */
const mostTries = 3
const triesApartMs = 200
/** After a message that could not be stored a unit's messages are stored one by one for so long. */
const suspectMs = 10 * 60_000
/** Bytes that may wait, of one unit and in all. */
const bytesOfUnit = 1024 * 1024
const bytesInAll = 32 * 1024 * 1024

/**
 * Where the messages of units go that lately sent what cannot be stored: one by one, each unit in its turn, each message
 * tried three times in all and then set aside. Nobody waits for it, and it holds nobody else up.
 */
export const createSideLane = (parts: SideLaneParts) => {
  const queues = new Map<string, Suspect[]>()
  const suspects = new Map<string, number>()
  let bytes = 0
  let running: Promise<void> | null = null

  const suspect = (unit: string) => suspects.set(unit, parts.now() + suspectMs)

  /** Tries the oldest message of a unit once; whether it is to be tried again. */
  const tryOldest = async (unit: string, queue: Suspect[]): Promise<boolean> => {
    const [oldest] = queue
    if (!oldest) return false
    const outcome = await parts.store(oldest.item)
    if (typeof outcome === 'object') {
      oldest.tries += 1
      suspect(unit)
      if (oldest.tries < mostTries) return true
      await parts.setAside(oldest, outcome.fault, oldest.tries)
    }
    queue.shift()
    bytes -= oldest.payload.length
    if (queue.length === 0) queues.delete(unit)
    return false
  }

  const drain = async (): Promise<void> => {
    while (queues.size > 0) {
      let isFailing = false
      for (const [unit, queue] of [...queues]) isFailing = (await tryOldest(unit, queue)) || isFailing
      if (isFailing) await pause(triesApartMs)
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
    take({ item, payload }: Arrived, tries: number): void {
      const { unit } = item.news
      const queue = queues.get(unit) ?? []
      const waiting = queue.reduce((sum, one) => sum + one.payload.length, 0)
      if (waiting + payload.length > bytesOfUnit || bytes + payload.length > bytesInAll) {
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
