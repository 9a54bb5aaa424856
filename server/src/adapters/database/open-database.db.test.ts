import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AbortedTransaction } from '../../kernel/commit-outcome.ts'
import { sqlStateOf } from '../../kernel/sql-state.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { recordMigrations } from '../../testing/migration-folders.ts'
import { encodeNote, noteTag } from '../../testing/note.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Database } from './open-database.ts'
import { OutsideTransaction } from './transaction-guard.ts'

let database: Database
const log = quietLog()

beforeAll(async () => {
  database = await createTestDatabase({ migrations: recordMigrations, log })
})
afterAll(() => database.close())

const noteCount = async (from: number, to: number) => {
  const { rows } = await database.pool.query('select count(*)::int as n from note where id between $1 and $2', [
    from,
    to,
  ])
  return rows[0].n
}

test('the database is the version of the test project', async () => {
  const { rows } = await database.pool.query(`select current_setting('server_version_num')::int / 10000 as major`)
  expect(rows).toEqual([{ major: process.env.TEST_DATABASE === 'postgresql-15' ? 15 : 18 }])
  await database.ping()
})

test('every database version returns the same values for the same types', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740993::int8 as big, 1.50::numeric as exact, true as yes, '{1,2}'::int[] as list,
            '{"a":[1]}'::jsonb as json, '2026-03-29T01:30:00+01:00'::timestamptz as at, '2026-03-29'::date::text as day,
            date_trunc('day', '2026-03-29T23:30:00-05:00'::timestamptz)::text as utc_day, '\\x00ff'::bytea as bytes`,
  )
  expect(rows[0]).toEqual({
    big: '9007199254740993',
    exact: '1.50',
    yes: true,
    list: [1, 2],
    json: { a: [1] },
    at: new Date('2026-03-29T00:30:00Z'),
    day: '2026-03-29',
    utc_day: '2026-03-30 00:00:00+00',
    bytes: Buffer.from([0, 255]),
  })
})

test('queries with large parameters do not mix with other connections', async () => {
  const large = 'y'.repeat(300_000)
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const query =
        i % 3 === 0
          ? database.pool.query('select length($1::text) as a, $2::int as i', [large, i])
          : database.pool.query('select $1::text as a, $2::int as i', ['small', i])
      const { rows } = await query
      return rows[0]
    }),
  )
  expect(answers).toEqual(answers.map((_, i) => ({ a: i % 3 === 0 ? 300_000 : 'small', i })))
})

test('one statement inserts thousands of rows as arrays', async () => {
  const ids = Array.from({ length: 5_000 }, (_, i) => 100_000 + i)
  await database.pool.query('insert into note select * from unnest($1::int[], $2::text[])', [ids, ids.map(String)])
  expect(await noteCount(100_000, 104_999)).toBe(5_000)
})

test('concurrent transactions keep the writes of the successful ones', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) =>
      database.db.transaction(async (tx) => {
        await tx.insert(encodeNote).values({ id: 1_000 + i, body: 'first' })
        const [row] = await tx
          .select()
          .from(encodeNote)
          .where(eq(encodeNote.id, 1_000 + i))
        expect(row?.body).toBe('first')
        if (i % 3 === 0) await tx.insert(noteTag).values({ noteId: -1, tag: 'no such note' })
      }),
    ),
  )
  expect(
    outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => sqlStateOf(outcome.reason)),
  ).toEqual(Array.from({ length: 10 }, () => '23503'))
  expect(await noteCount(1_000, 1_029)).toBe(20)
})

test('a savepoint only undoes its own part', async () => {
  await database.db.transaction(async (tx) => {
    await tx.insert(encodeNote).values({ id: 2_000, body: 'kept' })
    await tx
      .transaction(async (nestedTx) => {
        await nestedTx.insert(encodeNote).values({ id: 2_001, body: 'undone' })
        throw new Error('no')
      })
      .catch(() => undefined)
  })
  expect(await noteCount(2_000, 2_001)).toBe(1)
})

test.each<[string, (database: Database) => Promise<unknown>]>([
  ['a query on db', ({ db }) => db.select().from(encodeNote)],
  ['a statement on db', ({ db }) => db.execute(sql`select 1`)],
  ['a transaction on db', ({ db }) => db.transaction(async () => undefined)],
  ['a query on the pool', ({ pool }) => pool.query('select 1')],
  ['a connection of the pool', async ({ pool }) => pool.connect()],
])('%s inside a transaction throws instead of waiting', async (_, useOutside) => {
  const transaction = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await useOutside(database)
  })
  const error = await transaction.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect((error as Error).cause ?? error).toBeInstanceOf(OutsideTransaction)
  await database.ping()
})

test('code started in a transaction can use the database after its end', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let pendingQuery: Promise<unknown> | undefined
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    pendingQuery = ended.then(() => database.pool.query('select 1'))
  })
  resolve()
  await expect(pendingQuery).resolves.toBeDefined()
})

test('a swallowed error is not reported as a commit', async () => {
  const work = database.db.transaction(async (tx) => {
    await tx.insert(encodeNote).values({ id: 3_000, body: 'lost' })
    await tx
      .insert(encodeNote)
      .values({ id: 3_000, body: 'twice' })
      .catch(() => undefined)
  })
  await expect(work).rejects.toBeInstanceOf(AbortedTransaction)
  expect(await noteCount(3_000, 3_000)).toBe(0)
})

test('a connection lost inside a transaction only fails that transaction', async () => {
  const breakConnection = async (tx: Tx) => {
    await tx.insert(encodeNote).values({ id: 4_000, body: 'lost' })
    const { client } = (tx as unknown as { session: { client: { connection: { stream: { destroy(): void } } } } })
      .session
    client.connection.stream.destroy()
    await tx.insert(encodeNote).values({ id: 4_001, body: 'lost too' })
  }
  await expect(database.db.transaction(breakConnection)).rejects.toThrow()
  expect(await noteCount(4_000, 4_001)).toBe(0)
  expect(log.lines.some(({ message }) => message === 'A database connection broke')).toBe(true)
})
