import { addressKey } from './admission.ts'
import type { Log } from './log.ts'
import { type RunningTask, runTask } from './run-task.ts'
import { addSecurityEvents, type SecurityEventRow } from './security-log.store.ts'
import type { Tx } from './transaction.ts'

/** One refusal and its caller, or a change by the operator. */
export type SecurityLogEntry = {
  /** Refusal code, or the kind of change. */
  kind: string
  userId: string | null
  address: string
  action: string
  /** The requested plant, whether or not it exists. */
  plantId: string | null
}

export type SecurityLogParts = {
  db: Tx
  now(): Date
  log: Log
}

export const securityLogLimits = {
  /** Milliseconds between writes: a crashed server loses at most this much. */
  flushMs: 5_000,
  /** Rows per write; the rest is counted in one row without a caller. */
  rows: 500,
} as const

const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** The row of an entry; an existing row of the same minute counts it instead. */
export const toSecurityEvent = ({ address, userId, ...entry }: SecurityLogEntry, now: Date): SecurityEventRow => ({
  ...entry,
  userId: userId ?? '',
  at: minuteOf(now),
  address: addressKey(address).slice('at:'.length),
  count: 1,
})

const keyOf = ({ at, kind, userId, address, action }: Omit<SecurityEventRow, 'count'>): string =>
  [at.getTime(), kind, userId, address, action].join('\n')

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * Records refusals to callers without access for the platform's office. Counts in memory and writes at intervals, so a
 * refusal costs the caller more than the server.
 */
export const createSecurityLog = ({ db, now, log }: SecurityLogParts) => {
  let eventCounts = new Map<string, SecurityEventRow>()

  const add = (row: SecurityEventRow): void => {
    const isFull = eventCounts.size >= securityLogLimits.rows
    const key = keyOf(row)
    const recorded =
      eventCounts.has(key) || !isFull ? row : { ...row, userId: '', address: '', action: '', plantId: null }
    const countedEvent = eventCounts.get(keyOf(recorded))
    if (countedEvent) countedEvent.count++
    else eventCounts.set(keyOf(recorded), recorded)
  }

  const flush = async (): Promise<void> => {
    const rows = [...eventCounts.values()]
    eventCounts = new Map()
    await addSecurityEvents(db, rows)
  }

  let flushing: RunningTask | undefined
  return {
    add: (entry: SecurityLogEntry): void => add(toSecurityEvent(entry, now())),
    flush,
    start(): void {
      flushing = runTask({ name: 'flush security log', everyMs: securityLogLimits.flushMs, turn: flush }, log)
    },
    async stop(): Promise<void> {
      await flushing?.stop()
      await flush().catch((err: unknown) => log.error({ err }, 'the last refusals could not be saved'))
    },
  }
}
