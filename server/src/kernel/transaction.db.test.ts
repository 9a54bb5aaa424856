import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../adapters/database/open-database.ts'
import { noteMigrations } from '../testing/migration-folders.ts'
import { note } from '../testing/note.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { domainEvent, type Publish } from './domain-events.ts'
import { sqlStateOf } from './sql-state.ts'
import { happened, inTransaction, type Tx } from './transaction.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrations: noteMigrations })
})
afterAll(() => database.close())

const bodyOf = async (id: number) => {
  const [row] = await database.db.select().from(note).where(eq(note.id, id))
  return row?.body
}

/** As PostgreSQL reports that it ended a transaction for the sake of another one. */
const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`

const noted = domainEvent('noted')
const other = domainEvent('other')

test('what has happened is settled before COMMIT, in the transaction, and the rest of it done after', async () => {
  const received: unknown[] = []
  const result = await inTransaction(
    database.db,
    async (tx) => {
      await tx.insert(note).values({ id: 1, body: 'written' })
      happened(tx, noted)
      happened(tx, other)
      return 'done'
    },
    {
      log: quietLog(),
      publish: ({ name }) => void received.push(`published ${name}`),
      settle: async (event, tx) => {
        if (event !== noted) return null
        await tx.update(note).set({ body: 'settled' }).where(eq(note.id, 1))
        received.push('settled')
        return () => void received.push('the rest')
      },
    },
  )
  expect(result).toBe('done')
  expect(received).toEqual(['settled', 'the rest', 'published other'])
  expect(await bodyOf(1)).toBe('settled')
})

test('of a transaction that failed, also in settling, nothing is left to be done', async () => {
  const received: string[] = []
  const failing = (work: (tx: Tx) => Promise<void>, settled: () => void) =>
    inTransaction(database.db, work, {
      log: quietLog(),
      publish: ({ name }) => void received.push(name),
      settle: async () => {
        settled()
        return () => void received.push('never')
      },
    })
  const write = async (tx: Tx) => {
    await tx.insert(note).values({ id: 2, body: 'undone' })
    happened(tx, noted)
  }
  const refuse = () => {
    throw new Error('refused')
  }
  await expect(failing(write, refuse)).rejects.toThrow('refused')
  await expect(
    failing(
      (tx) => write(tx).then(refuse),
      () => undefined,
    ),
  ).rejects.toThrow('refused')
  expect(received).toEqual([])
  expect(await bodyOf(2)).toBeUndefined()
})

test('what is left to be done and fails is logged, and stops neither what follows nor the caller', async () => {
  const log = quietLog()
  const received: string[] = []
  await inTransaction(
    database.db,
    async (tx) => {
      happened(tx, noted)
      happened(tx, other)
    },
    {
      log,
      settle: async (event) => () => {
        if (event === noted) throw new Error('nobody is there')
        received.push('second')
      },
    },
  )
  expect(received).toEqual(['second'])
  expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'error: what was left to be done after commit failed',
  ])
})

test('a transaction that loses to another one runs again, and its rest is done once', async () => {
  const received: string[] = []
  let attempts = 0
  await inTransaction(
    database.db,
    async (tx) => {
      attempts += 1
      await tx.insert(note).values({ id: 3, body: `attempt ${attempts}` })
      happened(tx, noted)
    },
    {
      log: quietLog(),
      settle: async (_, tx) => {
        const attempt = attempts
        if (attempt < 3) await tx.execute(conflict)
        return () => void received.push(`attempt ${attempt}`)
      },
    },
  )
  expect(received).toEqual(['attempt 3'])
  expect(await bodyOf(3)).toBe('attempt 3')
})

test('it gives up after three tries, and never repeats any other failure', async () => {
  let attempts = 0
  const losing = inTransaction(
    database.db,
    async (tx) => {
      attempts += 1
      await tx.execute(conflict)
    },
    { log: quietLog() },
  )
  const error = await losing.catch((reason: unknown) => reason)
  expect([sqlStateOf(error), attempts]).toEqual(['40001', 3])

  attempts = 0
  const twice = inTransaction(
    database.db,
    async (tx) => {
      attempts += 1
      await tx.insert(note).values([1, 1].map((id) => ({ id, body: 'twice' })))
    },
    { log: quietLog() },
  )
  const violation = await twice.catch((reason: unknown) => reason)
  expect([sqlStateOf(violation), attempts]).toEqual(['23505', 1])
})

test('of two transactions that deadlock, both end well', async () => {
  await database.db.insert(note).values([10, 11].map((id) => ({ id, body: '' })))
  const bothHoldOne = { left: 2, ready: Promise.withResolvers<void>() }
  let runs = 0
  const append = (first: number, second: number) =>
    inTransaction(
      database.db,
      async (tx) => {
        runs += 1
        const add = (id: number) =>
          tx
            .update(note)
            .set({ body: sql`${note.body} || ${first}` })
            .where(eq(note.id, id))
        await add(first)
        bothHoldOne.left -= 1
        if (bothHoldOne.left === 0) bothHoldOne.ready.resolve()
        await bothHoldOne.ready.promise
        await add(second)
      },
      { log: quietLog() },
    )
  await Promise.all([append(10, 11), append(11, 10)])
  // One of them ran again; under load the two may meet once more.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect((await bodyOf(10))?.length).toBe(4)
  expect((await bodyOf(11))?.length).toBe(4)
})

const noteTaken = domainEvent('noteTaken')

test('a domain event is published after COMMIT alone, and once', async () => {
  const published: unknown[] = []
  const publish: Publish = ({ name }) => void published.push(name)
  await inTransaction(
    database.db,
    async (tx) => {
      happened(tx, noteTaken)
      happened(tx, noteTaken)
      await tx.insert(note).values({ id: 20, body: 'taken' })
      expect(published).toEqual([])
    },
    { log: quietLog(), publish },
  )
  expect(published).toEqual(['noteTaken'])
  const undone = inTransaction(
    database.db,
    async (tx) => {
      happened(tx, noteTaken)
      throw new Error('refused')
    },
    { log: quietLog(), publish },
  )
  await expect(undone).rejects.toThrow('refused')
  expect(published).toEqual(['noteTaken'])
})
