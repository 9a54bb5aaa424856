import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteMigrations } from '../../testing/migration-folders.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { configOf, createTestDatabase } from '../../testing/test-database.ts'
import { copyRunningPglite } from './copy-running-pglite.ts'
import { type Database, openDatabase } from './open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-copies-'))
let database: Database

beforeAll(async () => {
  database = await createTestDatabase({ migrations: noteMigrations })
  await database.pool.query(`insert into note select n, repeat(md5(n::text), 30) from generate_series(1, 20000) n`)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a copy; how many notes it has of one transaction and of the other, and whether its index knows each row. */
const notesIn = async (dataDir: string) => {
  const copy = await openDatabase({ databaseUrl: undefined, dataDir, log: quietLog() })
  try {
    await copy.pool.query('set enable_seqscan = off')
    const { rows } = await copy.pool.query<Record<'written' | 'undone' | 'indexed' | 'changed', number>>(
      `select count(*) filter (where id > 100000)::int as written, count(*) filter (where id < 0)::int as undone,
         (select count(*)::int from note where id > -1000000) as indexed, count(distinct right(body, 8))
           filter (where id between 1 and 5000)::int as changed
       from note`,
    )
    return rows[0]
  } finally {
    await copy.close()
  }
}

/** Two rows in each transaction, many pages changed, and the log taken away now and then, until it is over. */
const writeUntil = async (isOver: () => boolean): Promise<number> => {
  let turn = 0
  for (; !isOver(); turn++) {
    const [id, mark] = [100_001 + 2 * turn, String(turn).padStart(8, '0')]
    await database.pool.query(`insert into note values (${id}, 'a'), (${id + 1}, 'b')`)
    await database.pool.query(`update note set body = left(body, 900) || '${mark}' where id between 1 and 5000`)
    if (turn % 3 === 0) await database.pool.query('checkpoint')
    const undone = database.db.transaction(async (tx) => {
      await tx.execute('insert into note values (-1, null)')
    })
    await expect(undone).rejects.toThrow()
  }
  return turn
}

test('a copy holds all that was committed when it began, and whole transactions only', {
  timeout: 60_000,
}, async () => {
  let isOver = false
  const writing = writeUntil(() => isOver)
  const copied = copyRunningPglite(configOf(database).dataDir, join(folder, 'busy'))
  await copied.finally(() => {
    isOver = true
  })
  const turns = await writing
  expect(turns).toBeGreaterThan(1)
  const notes = await notesIn(join(folder, 'busy'))
  expect(notes).toMatchObject({ undone: 0, changed: 1, indexed: 20_000 + (notes?.written ?? 0) })
  expect((notes?.written ?? 1) % 2).toBe(0)
})

test('what a copy that was killed has left does not keep the next from its work, nor the log from being removed', async () => {
  await database.pool.query(`select pg_create_physical_replication_slot('vigilux_backup', true)`)
  await database.pool.query(`select pg_backup_start('killed', true)`)
  await copyRunningPglite(configOf(database).dataDir, join(folder, 'after'))
  expect((await notesIn(join(folder, 'after')))?.indexed).toBeGreaterThan(20_000)
  const { rows } = await database.pool.query('select slot_name from pg_replication_slots')
  expect(rows).toEqual([])
})

test('two copies at once are refused', async () => {
  const { dataDir } = configOf(database)
  const first = copyRunningPglite(dataDir, join(folder, 'first'))
  await expect(copyRunningPglite(dataDir, join(folder, 'second'))).rejects.toThrow('in use by another')
  await first
})
