import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../adapters/database/open-database.ts'
import { recordMigrations } from '../testing/migration-folders.ts'
import { encodeNote } from '../testing/note.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { portsWithClock } from '../testing/test-work.ts'
import { domainEvent } from './domain-events.ts'
import { sqlStateOf } from './sql-state.ts'
import { collection, finisher, inTransaction, type Work } from './work.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrations: recordMigrations })
})
afterAll(() => database.close())

const bodyOf = async (id: number) => {
  const [row] = await database.db.select().from(encodeNote).where(eq(encodeNote.id, id))
  return row?.body
}

/** As PostgreSQL reports an aborted transaction after a deadlock. */
const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`

const notedEntry = domainEvent('noted')
const drafts = collection<string>('drafts')
const seals = collection<string>('seals')

/** Stores the collected drafts, and then has more to seal. */
const storeDrafts = finisher(drafts, async (work, bodies) => {
  await work.tx.insert(encodeNote).values(bodies.map((body, n) => ({ id: 1 + n, body })))
  work.collect(seals, bodies.join(' '))
})

test('an empty collection costs nothing', async () => {
  let isSealed = false
  const seal = finisher(seals, async () => {
    isSealed = true
  })
  const options = { log: quietLog(), ports: portsWithClock, beforeCommit: [seal] }
  await inTransaction(database.db, async (work) => work.collect(seals), options)
  expect(isSealed).toBe(false)
})

test('collected items are processed before COMMIT, and the rest follows', async () => {
  const emitted: string[] = []
  const result = await inTransaction(
    database.db,
    async (work) => {
      work.emit(notedEntry)
      work.emit(notedEntry)
      work.broadcast({ plant: 'p' }, 'energyChanged', { plant_id: 'p' })
      work.collect(seals, 'first')
      work.collect(drafts, 'one', 'two')
      work.collect(drafts, 'three')
      work.collect(drafts)
      return 'done'
    },
    {
      log: quietLog(),
      ports: portsWithClock,
      beforeCommit: [
        storeDrafts,
        finisher(seals, async (work, texts) => {
          emitted.push(`sealed ${texts.join(', ')}`)
          work.afterCommit(() => void emitted.push('sent'))
        }),
      ],
      deliver: (broadcasts) => void emitted.push(...broadcasts.map(({ event }) => event)),
      publish: ({ name }) => void emitted.push(name),
    },
  )
  expect(result).toBe('done')
  expect(emitted).toEqual(['sealed first, one two three', 'sent', 'energyChanged', 'noted'])
  expect([await bodyOf(1), await bodyOf(2), await bodyOf(3)]).toEqual(['one', 'two', 'three'])
})

test('failed work emits nothing, even right before COMMIT', async () => {
  const emitted: string[] = []
  const attempt = (run: (work: Work) => void) =>
    inTransaction(
      database.db,
      async (work) => {
        await work.tx.insert(encodeNote).values({ id: 4, body: 'undone' })
        work.emit(notedEntry)
        work.broadcast({ plant: 'p' }, 'energyChanged', { plant_id: 'p' })
        work.afterCommit(() => void emitted.push('sent'))
        run(work)
      },
      {
        log: quietLog(),
        ports: portsWithClock,
        beforeCommit: [finisher(seals, () => Promise.reject(new Error('refused')))],
        deliver: () => void emitted.push('delivered'),
        publish: ({ name }) => void emitted.push(name),
      },
    )
  const failTransaction = () => {
    throw new Error('refused')
  }
  await expect(attempt(failTransaction)).rejects.toThrow('refused')
  await expect(attempt((work) => work.collect(seals, 'a seal'))).rejects.toThrow('refused')
  await expect(attempt((work) => work.collect(drafts, 'of nobody'))).rejects.toThrow('nothing finishes drafts')
  expect(emitted).toEqual([])
  expect(await bodyOf(4)).toBeUndefined()
})

test('a failure after COMMIT is logged and stops nothing', async () => {
  const log = quietLog()
  const emitted: string[] = []
  await inTransaction(
    database.db,
    async (work) => {
      work.afterCommit(() => {
        throw new Error('nobody is there')
      })
      work.afterCommit(() => void emitted.push('second'))
    },
    { log, ports: portsWithClock },
  )
  expect(emitted).toEqual(['second'])
  expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'error: an effect after COMMIT failed',
  ])
})

test('a conflicting transaction is repeated and emits once', async () => {
  const emitted: string[] = []
  let attempts = 0
  await inTransaction(
    database.db,
    async (work) => {
      attempts += 1
      const body = `attempt ${attempts}`
      await work.tx.insert(encodeNote).values({ id: 5, body })
      work.emit(notedEntry)
      work.afterCommit(() => void emitted.push(body))
      if (attempts < 3) await work.tx.execute(conflict)
    },
    { log: quietLog(), ports: portsWithClock, publish: ({ name }) => void emitted.push(name) },
  )
  expect(emitted).toEqual(['attempt 3', 'noted'])
  expect(await bodyOf(5)).toBe('attempt 3')
})

test('a conflicting transaction is tried three times, and other failures once', async () => {
  let attempts = 0
  const losingTransaction = inTransaction(
    database.db,
    async ({ tx }) => {
      attempts += 1
      await tx.execute(conflict)
    },
    { log: quietLog(), ports: portsWithClock },
  )
  const error = await losingTransaction.catch((reason: unknown) => reason)
  expect([sqlStateOf(error), attempts]).toEqual(['40001', 3])

  attempts = 0
  const retriedTransaction = inTransaction(
    database.db,
    async ({ tx }) => {
      attempts += 1
      await tx.insert(encodeNote).values([1, 1].map((id) => ({ id, body: 'twice' })))
    },
    { log: quietLog(), ports: portsWithClock },
  )
  const violation = await retriedTransaction.catch((reason: unknown) => reason)
  expect([sqlStateOf(violation), attempts]).toEqual(['23505', 1])
})

test('two deadlocked transactions both succeed', async () => {
  await database.db.insert(encodeNote).values([10, 11].map((id) => ({ id, body: '' })))
  const heldByBoth = { left: 2, ready: Promise.withResolvers<void>() }
  let runs = 0
  const append = (first: number, second: number) =>
    inTransaction(
      database.db,
      async ({ tx }) => {
        runs += 1
        const add = (id: number) =>
          tx
            .update(encodeNote)
            .set({ body: sql`${encodeNote.body} || ${first}` })
            .where(eq(encodeNote.id, id))
        await add(first)
        heldByBoth.left -= 1
        if (heldByBoth.left === 0) heldByBoth.ready.resolve()
        await heldByBoth.ready.promise
        await add(second)
      },
      { log: quietLog(), ports: portsWithClock },
    )
  await Promise.all([append(10, 11), append(11, 10)])
  // One of them ran again; under load they may collide once more.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect((await bodyOf(10))?.length).toBe(4)
  expect((await bodyOf(11))?.length).toBe(4)
})
