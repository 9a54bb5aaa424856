import type pg from 'pg'
import type { Log } from '../../kernel/log.ts'

const lookEveryMs = 15_000
const dueBytes = 32 * 1024 * 1024
const dueSeconds = 300
/** Less than this since the last checkpoint is what checkpoints and idle work write themselves. */
const quietBytes = 64 * 1024

/**
 * Writes what is only in the log to the tables, when enough of it has gathered. PGlite runs without the process that
 * does so in PostgreSQL: the log would grow until the disk is full, and a start after a crash would take ever longer.
 * @returns whether it was due
 */
export async function checkpointIfDue(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ written: number; age: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as written,
            extract(epoch from clock_timestamp() - checkpoint_time)::float8 as age
     from pg_control_checkpoint()`,
  )
  const { written = 0, age = 0 } = rows[0] ?? {}
  const due = written >= dueBytes || (written >= quietBytes && age >= dueSeconds)
  if (due) await pool.query('checkpoint')
  return due
}

/** Looks again and again whether a checkpoint is due, until stopped. */
export function startCheckpoints(pool: Pick<pg.Pool, 'query'>, log: Log, everyMs = lookEveryMs) {
  let current: Promise<unknown> = Promise.resolve()
  let busy = false
  const look = () => {
    if (busy) return
    busy = true
    current = checkpointIfDue(pool)
      .catch((error: unknown) => log.warn({ err: error }, 'The database could not write its log to the tables'))
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await current
    },
  }
}
