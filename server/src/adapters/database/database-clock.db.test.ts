import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { createEmptyDatabase } from '../../testing/test-database.ts'
import { type DatabaseClock, openDatabaseClock } from './database-clock.ts'
import type { Database } from './open-database.ts'

const minuteMs = 60_000
let database: Database
let clock: DatabaseClock | undefined

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.close())
afterEach(() => {
  clock?.stop()
  vi.useRealTimers()
})

/** The difference between the clock and the database's, in milliseconds. */
const differenceMs = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  return Math.abs((clock?.now().getTime() ?? 0) - Number(rows[0]?.ms))
}
const setMachine = (aheadMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })

it('shows database time on a machine with a wrong clock and logs the difference', async () => {
  setMachine(10 * minuteMs)
  const log = quietLog()
  clock = await openDatabaseClock(database.pool, log)
  expect(await differenceMs()).toBeLessThan(500)
  expect(clock.machineAheadMs()).toBeGreaterThan(9 * minuteMs)
  expect(log.lines).toMatchObject([
    { level: 'error', message: 'the clock of this machine is wrong: the node is out of service' },
  ])
})

it('stays right and logs a change of the machine clock', async () => {
  const log = quietLog()
  clock = await openDatabaseClock(database.pool, log)
  expect(Math.abs(clock.machineAheadMs())).toBeLessThan(500)
  setMachine(-5 * minuteMs)
  expect(await differenceMs()).toBeLessThan(500)
  await expect.poll(() => log.lines).toMatchObject([{ level: 'error' }])
  vi.useRealTimers()
  await expect.poll(() => log.lines.at(-1)).toMatchObject({ message: 'the clock of this machine is right again' })
})
