import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inDatabaseLane } from '../../kernel/database-lane.ts'
import { createDeadline } from '../../kernel/deadline.ts'
import { refusalOf } from '../../kernel/refusal.ts'
import { hasPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openJobs } from '../jobs/open-jobs.ts'
import { migrateDatabase } from './migrate.ts'
import { type Database, openDatabase } from './open-database.ts'
import { checkPooler } from './pooler.ts'

const log = quietLog()
let behind: Database
const directUrl = () => behind.connection.connectionString ?? ''

beforeAll(async () => {
  behind = await createTestDatabase({ isFresh: true })
})
afterAll(() => behind.close())

const open = (databaseUrl: string, listenUrl?: string) => openDatabase({ databaseUrl, listenUrl, dataDir: '', log })

test('a database without a pooler is accepted', async () => {
  await checkPooler(behind)
})

describe.skipIf(!hasPgBouncer)('PgBouncer in session mode', () => {
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let database: Database
  beforeAll(async () => {
    pooler = await startPgBouncer(directUrl(), 'session')
    database = await open(pooler.url)
  })
  afterAll(async () => {
    await database.close()
    await pooler.stop()
  })

  test('is accepted, and prepared statements, transactions and migrations work', async () => {
    await checkPooler(database)
    await migrateDatabase(database, { log })
    for (let n = 0; n < 60; n++) expect((await database.pool.query('select $1::int as n', [n])).rows).toEqual([{ n }])
    expect(await database.db.transaction(async (tx) => (await tx.execute('select 7 as n')).rows)).toEqual([{ n: 7 }])
  })

  test('jobs are woken through it', async () => {
    const jobs = await openJobs<{ ping: { n: number } }>({ database, log, queues: { ping: {} }, pollSeconds: 60 })
    const done = vi.fn()
    await jobs.work('ping', async ({ data }) => done(data.n))
    await jobs.enqueue(null, 'ping', { n: 1 })
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith(1))
    await jobs.stop()
  })

  test('the statement of an abandoned call is cancelled through it', async () => {
    const deadline = createDeadline(60_000)
    const sleeping = inDatabaseLane({ kind: 'call', deadline }, () => database.pool.query('select pg_sleep(611)'))
    const refusal = sleeping.catch((error) => refusalOf(error)?.code)
    const count = async () =>
      (
        await behind.pool.query(
          "select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(611%' and pid <> pg_backend_pid()",
        )
      ).rowCount
    await vi.waitFor(async () => expect(await count()).toBe(1))
    deadline.abandon()
    expect(await refusal).toBe('STORAGE_SLOW')
    await vi.waitFor(async () => expect(await count()).toBe(0))
  })
})

describe.skipIf(!hasPgBouncer)('PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  beforeAll(async () => {
    pooler = await startPgBouncer(directUrl(), 'transaction')
  })
  afterAll(() => pooler.stop())

  const refusalWith = async (listenUrl?: string) => {
    const database = await open(pooler.url, listenUrl)
    try {
      return await checkPooler(database).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
    } finally {
      await database.close()
    }
  }

  test('is refused in words without a direct address, and with one that is a pooler as well', async () => {
    expect(await refusalWith()).toMatch(/^DATABASE_URL is a pooler in transaction mode\. Set DATABASE_LISTEN_URL/)
    expect(await refusalWith(pooler.url)).toMatch(/^DATABASE_LISTEN_URL is a pooler in transaction mode/)
  })

  test('is refused in words where it does not carry prepared statements', async () => {
    expect(await refusalWith(directUrl())).toMatch(/without prepared statements\. Use PgBouncer 1\.21/)
  })
})
