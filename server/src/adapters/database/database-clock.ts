import type pg from 'pg'
import { wrongClockMs } from '../../kernel/limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../ports/clock.ts'

export type DatabaseClock = Clock & {
  /** Milliseconds by which the clock of this machine is ahead of the database; negative if it is behind. */
  machineAheadMs(): number
  stop(): void
}

const pollIntervalMs = 1_000
const measureEveryMs = 10_000
/**
 * Minimum milliseconds of a clock jump between two measurements: only a changed clock or a sleeping machine adds as
 * much.
 */
const jumpMs = 500

/** Bounds of the database time at which `performance.now()` was 0, from one measurement. */
type Origin = { earliest: number; latest: number }

const measure = async (pool: pg.Pool): Promise<Origin> => {
  const requestedAt = performance.now()
  const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const ms = Number(rows[0]?.ms)
  return { earliest: ms - performance.now(), latest: ms - requestedAt }
}

const middleOf = ({ earliest, latest }: Origin): number => (earliest + latest) / 2

/**
 * The clock of the database, shared by all nodes: a node's own wrong clock has no effect. It goes back only if the
 * database's clock was set back by a second or more.
 */
export const openDatabaseClock = async (pool: pg.Pool, log: Log): Promise<DatabaseClock> => {
  let origin = middleOf(await measure(pool))
  let measuredAt = performance.now()
  let machineOrigin = Date.now() - performance.now()
  let last = 0
  let isWrong = false

  const machineAheadMs = (): number => Math.round(Date.now() - performance.now() - origin)
  const judgeMachine = (): void => {
    const aheadMs = machineAheadMs()
    const wasWrong = isWrong
    isWrong = Math.abs(aheadMs) > wrongClockMs
    if (isWrong && !wasWrong) log.error({ aheadMs }, 'the clock of this machine is wrong: the node is out of service')
    if (wasWrong && !isWrong) log.info({ aheadMs }, 'the clock of this machine is right again')
  }
  const remeasure = async (): Promise<void> => {
    const hasJumped = Math.abs(Date.now() - performance.now() - machineOrigin) > jumpMs
    if (!hasJumped && performance.now() - measuredAt < measureEveryMs) return
    machineOrigin = Date.now() - performance.now()
    measuredAt = performance.now()
    const measured = await measure(pool)
    // A slow answer has wide bounds: keep the origin while it lies within them.
    if (origin < measured.earliest || origin > measured.latest) origin = middleOf(measured)
    judgeMachine()
  }
  judgeMachine()
  // While the database is unavailable, the time continues from the last measurement.
  const timer = setInterval(() => void remeasure().catch(() => undefined), pollIntervalMs)
  timer.unref()

  return {
    now() {
      const now = origin + performance.now()
      last = now < last && last - now < 1_000 ? last : now
      return new Date(last)
    },
    machineAheadMs,
    stop: () => clearInterval(timer),
  }
}
