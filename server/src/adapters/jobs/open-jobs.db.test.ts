import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Jobs, RetryLater } from '../../ports/jobs.ts'
import { recordMigrations } from '../../testing/migration-folders.ts'
import { encodeNote } from '../../testing/note.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Database } from '../database/open-database.ts'
import { openJobs } from './open-jobs.ts'

type Kinds = { 'note.copy': { text: string }; 'note.fail': { text: string }; 'note.cold': { text: string } }

let database: Database
let jobs: Jobs<Kinds>
const log = quietLog()

const open = ({ stopSeconds = 20, pollSeconds = 0.5 } = {}) =>
  openJobs<Kinds>({
    database,
    log,
    queues: { 'note.copy': {}, 'note.fail': { retryLimit: 2, retryDelaySeconds: 0 }, 'note.cold': {} },
    pollSeconds,
    stopSeconds,
  })

beforeAll(async () => {
  database = await createTestDatabase({ migrations: recordMigrations })
})
beforeEach(async () => {
  jobs = await open()
})
afterEach(() => jobs.stop())
afterAll(() => database.close())

const listWaiting = async (name: string) => {
  const { rows } = await database.pool.query(
    `select data->>'text' as text from pgboss.job where name = $1 and state = 'created' order by 1`,
    [name],
  )
  return rows.map((row) => row.text)
}

/** Runs the queue's jobs until `count` are done, and returns their texts in order. */
async function runNext(name: keyof Kinds, count: number): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const texts: string[] = []
  await jobs.work(name, async ({ data }) => {
    texts.push(data.text)
    if (texts.length === count) resolve(texts)
  })
  return promise
}

test('a job of a rolled back transaction does not exist', async () => {
  const failingTransaction = database.db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'note.cold', { text: 'undone' })
    throw new Error('no')
  })
  await expect(failingTransaction).rejects.toThrow('no')
  expect(await listWaiting('note.cold')).toEqual([])
})

test('a job of a transaction runs after its commit with its data', async () => {
  await database.db.transaction(async (tx) => {
    await tx.insert(encodeNote).values({ id: 1, body: 'with a job' })
    await jobs.enqueue(tx, 'note.copy', { text: `it's "quoted" $1 ✓` })
  })
  expect(await runNext('note.copy', 1)).toEqual([`it's "quoted" $1 ✓`])
})

test('a job with a key is added only once while it waits', async () => {
  expect(await jobs.enqueue(null, 'note.cold', { text: 'a' }, { singletonKey: 'plant-1' })).toBe(true)
  expect(await jobs.enqueue(null, 'note.cold', { text: 'b' }, { singletonKey: 'plant-1' })).toBe(false)
  expect(await jobs.enqueue(null, 'note.cold', { text: 'c' }, { singletonKey: 'plant-2' })).toBe(true)
  await database.db.transaction(async (tx) => {
    expect(await jobs.enqueue(tx, 'note.cold', { text: 'd' }, { singletonKey: 'plant-2' })).toBe(false)
    expect(await jobs.enqueue(tx, 'note.cold', { text: 'e' })).toBe(true)
    expect(await jobs.enqueue(tx, 'note.cold', { text: 'f' })).toBe(true)
  })
  expect(await listWaiting('note.cold')).toEqual(['a', 'c', 'e', 'f'])
  expect((await runNext('note.cold', 4)).sort()).toEqual(['a', 'c', 'e', 'f'])
})

test('a worker on any node is woken by the commit that adds a job', async () => {
  const other = await open({ pollSeconds: 600 })
  const texts: string[] = []
  await other.work('note.copy', async ({ data }) => void texts.push(data.text))
  // The worker sleeps for ten minutes each time.
  for (const text of ['first', 'second']) {
    await database.db.transaction((tx) => jobs.enqueue(tx, 'note.copy', { text }))
    await vi.waitUntil(() => texts.at(-1) === text, { timeout: 5_000 })
  }
  await other.stop()
})

test('a job for later waits for its time', async () => {
  await jobs.enqueue(null, 'note.copy', { text: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) })
  await jobs.enqueue(null, 'note.copy', { text: 'now' })
  expect(await runNext('note.copy', 1)).toEqual(['now'])
  expect(await listWaiting('note.copy')).toEqual(['tomorrow'])
})

test('a failing job is retried without affecting the other jobs of its batch', async () => {
  await jobs.enqueue(null, 'note.fail', { text: 'good' })
  await jobs.enqueue(null, 'note.fail', { text: 'bad' })
  const runs: string[] = []
  const { promise: triedThreeTimes, resolve } = Promise.withResolvers<void>()
  await jobs.work('note.fail', async ({ data }) => {
    runs.push(data.text)
    if (data.text === 'good') return
    if (runs.filter((text) => text === 'bad').length === 3) resolve()
    throw new Error('bad job')
  })
  await triedThreeTimes
  await jobs.stop()
  expect(runs.toSorted()).toEqual(['bad', 'bad', 'bad', 'good'])
  expect(log.lines.filter(({ message }) => message === 'A job failed')).toHaveLength(3)
})

test('a job that waits for another service is retried without an error in the log', async () => {
  log.lines.length = 0
  await jobs.enqueue(null, 'note.fail', { text: 'away' })
  let runs = 0
  const { promise: triedTwice, resolve } = Promise.withResolvers<void>()
  await jobs.work('note.fail', async () => {
    if (++runs === 2) return resolve()
    throw new RetryLater('nobody is there')
  })
  await triedTwice
  await jobs.stop()
  expect(log.lines.map(({ level, message }) => [level, message])).toEqual([['warn', 'A job is tried again later']])
})

test('stopping waits for the running job, and another process repeats an overlong one', async () => {
  await jobs.stop()
  jobs = await open({ stopSeconds: 1 })
  await jobs.enqueue(null, 'note.cold', { text: 'endless' })
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let aborted = false
  await jobs.work('note.cold', ({ signal }) => {
    start()
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true
        reject(new Error('aborted'))
      })
    })
  })
  await started
  expect(jobs.isHealthy()).toBe(true)
  await jobs.stop()
  expect(jobs.isHealthy()).toBe(false)
  expect(aborted).toBe(true)
  const { rows } = await database.pool.query(`select state from pgboss.job where data->>'text' = 'endless'`)
  expect(rows).toEqual([{ state: 'retry' }])
  jobs = await open()
})

test('a schedule respects its time zone, is replaced by key and is refused when invalid', async () => {
  const at = (recurrence: string, key: string) => ({ recurrence, timeZone: 'Europe/Prague', key })
  await jobs.schedule('note.cold', { text: 'old' }, at('0 3 * * *', 'plant-1'))
  await jobs.schedule('note.cold', { text: 'new' }, at('0 4 * * *', 'plant-1'))
  await jobs.schedule('note.cold', { text: 'other' }, at('FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17', 'plant-2'))
  await jobs.unschedule('note.cold', 'plant-2')
  const { rows } = await database.pool.query('select key, cron, timezone, data from pgboss.schedule')
  expect(rows).toEqual([{ key: 'plant-1', cron: '0 4 * * *', timezone: 'Europe/Prague', data: { text: 'new' } }])
  await expect(jobs.schedule('note.cold', { text: '' }, at('61 * * * *', 'plant-3'))).rejects.toThrow()
})
