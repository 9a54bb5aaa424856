import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../adapters/database/open-database.ts'
import { type CommitFault, type CommitProxy, openCommitProxy } from '../testing/commit-proxy.ts'
import { recordMigrations } from '../testing/migration-folders.ts'
import { encodeNote } from '../testing/note.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { portsWithClock } from '../testing/test-work.ts'
import { toFailure } from './answer.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import type { Tx } from './transaction.ts'
import { inTransaction } from './work.ts'

const log = quietLog()

describe('slow write', () => {
  let direct: Database
  let proxied: Database
  let proxy: CommitProxy
  let fault: CommitFault = null

  beforeAll(async () => {
    direct = await createTestDatabase({ migrations: recordMigrations })
    proxy = await openCommitProxy(direct.connection.connectionString ?? '', () => fault)
    proxied = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log })
  })
  afterAll(async () => {
    await proxied.close()
    await proxy.close()
    await direct.close()
  })

  const isStored = async (id: number) =>
    (await direct.db.select().from(encodeNote).where(eq(encodeNote.id, id))).length === 1
  const write = (id: number, deadline: Deadline, before: (tx: Tx) => Promise<unknown> = async () => undefined) =>
    inTransaction(
      proxied.db,
      async ({ tx }) => {
        await tx.insert(encodeNote).values({ id, body: '' })
        await before(tx)
        return 'ok'
      },
      { log, ports: portsWithClock, deadline },
    ).catch((error) => toFailure(error, '', log).body.error)

  it('is refused as STORAGE_SLOW without an effect if a statement takes too long', async () => {
    expect(await write(1, createDeadline(300), (tx) => tx.execute(sql`select pg_sleep(30)`))).toBe('STORAGE_SLOW')
    expect(await isStored(1)).toBe(false)
  })

  it('is refused as STORAGE_SLOW without an effect if abandoned before COMMIT', async () => {
    const deadline = createDeadline(10_000)
    expect(await write(2, deadline, async () => deadline.abandon())).toBe('STORAGE_SLOW')
    expect(await isStored(2)).toBe(false)
  })

  it.each([
    ['cut before', 3, false],
    ['cut after', 4, true],
  ] as const)('has an unknown outcome if its connection is lost at COMMIT: %s', async (lossKind, id, wasStored) => {
    fault = lossKind
    expect(await write(id, createDeadline(10_000))).toBe('OUTCOME_UNKNOWN')
    fault = null
    expect(await isStored(id)).toBe(wasStored)
  })

  it('is refused as STORAGE_UNAVAILABLE if the connection is lost before COMMIT', async () => {
    const cutConnection = async (tx: Tx) => {
      proxy.cut()
      await tx.execute(sql`select 1`)
    }
    expect(await write(5, createDeadline(10_000), cutConnection)).toBe('STORAGE_UNAVAILABLE')
    expect(await isStored(5)).toBe(false)
  })

  it('fails with the PostgreSQL error if COMMIT is refused', async () => {
    const deferred = sql`create constraint trigger refuse after insert on note deferrable initially deferred
      for each row when (new.id = 7) execute function refuse()`
    await direct.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '23514'; end $$`)
    await direct.db.execute(deferred)
    expect(await write(7, createDeadline(10_000))).toBe('INTERNAL_ERROR')
    expect(await isStored(7)).toBe(false)
  })
})
