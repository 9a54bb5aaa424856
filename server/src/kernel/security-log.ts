import { addressKey } from './admission.ts'
import type { Log } from './log.ts'
import { type RunningTask, runTask } from './run-task.ts'
import { addSecurityEvents, type SecurityEventRow } from './security-log.store.ts'
import type { Tx } from './transaction.ts'

/** What was refused to whom. */
export type SecurityLogEntry = {
  /** The code of the refusal. */
  kind: string
  userId: string | null
  address: string
  action: string
  /** The plant that was asked for, whether or not there is one. */
  plantId: string | null
}

export type SecurityLogParts = {
  db: Tx
  now(): Date
  log: Log
}

export const securityLogLimits = {
  /** Milliseconds between writes: so much is lost when a server dies. */
  flushMs: 5_000,
  /** Rows of one write; what is beyond is one row without a caller. */
  rows: 500,
} as const

const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

const keyOf = ({ at, kind, userId, address, action }: Omit<SecurityEventRow, 'count'>): string =>
  [at.getTime(), kind, userId, address, action].join('\n')

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * Keeps for the platform's office what was refused to people without standing. It counts in memory and writes now and
 * then, so that a refusal costs the one who is refused more than us.
 */
export const createSecurityLog = ({ db, now, log }: SecurityLogParts) => {
  let counted = new Map<string, SecurityEventRow>()

  const add = (row: Omit<SecurityEventRow, 'count'>): void => {
    const isFull = counted.size >= securityLogLimits.rows
    const key = keyOf(row)
    const kept = counted.has(key) || !isFull ? row : { ...row, userId: '', address: '', action: '', plantId: null }
    const known = counted.get(keyOf(kept))
    if (known) known.count++
    else counted.set(keyOf(kept), { ...kept, count: 1 })
  }

  const flush = async (): Promise<void> => {
    const rows = [...counted.values()]
    counted = new Map()
    await addSecurityEvents(db, rows)
  }

  let flushing: RunningTask | undefined
  return {
    add: ({ address, userId, ...note }: SecurityLogEntry): void =>
      add({ ...note, userId: userId ?? '', at: minuteOf(now()), address: addressKey(address).slice('at:'.length) }),
    flush,
    start(): void {
      flushing = runTask({ name: 'keep refusals', everyMs: securityLogLimits.flushMs, turn: flush }, log)
    },
    async stop(): Promise<void> {
      await flushing?.stop()
      await flush().catch((err: unknown) => log.error({ err }, 'the last refusals could not be kept'))
    },
  }
}
