import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { noteMigrations } from '../../testing/migration-folders.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { checkpointIfDue, startCheckpoints } from './checkpoints.ts'
import { openDatabase } from './open-database.ts'
import { startPgliteServer } from './pglite-server.ts'

const processes = join(import.meta.dirname, '../../testing/processes')
const template = join(inject('testDatabases').templates[noteMigrations] ?? '', 'pglite')
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vigilux-test-'))
  cpSync(template, join(dataDir, 'pglite'), { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = () => openDatabase({ databaseUrl: undefined, dataDir, log: quietLog() })

describe('commits reach the disk', () => {
  const noLoss = { idleInTransactionMs: 60_000, onLost: () => undefined }

  test('every commit is synced before it is acknowledged', async () => {
    const server = await startPgliteServer(dataDir, noLoss)
    const client = new pg.Client(server.connection)
    await client.connect()
    const before = await server.countSyncs()
    for (let id = 0; id < 20; id += 1) await client.query('insert into note values ($1, $2)', [id, 'synced'])
    const afterInserts = await server.countSyncs()
    for (let id = 0; id < 20; id += 1) await client.query('select * from note where id = $1', [id])
    const afterSelects = await server.countSyncs()
    await client.end()
    await server.close()
    expect(afterInserts - before).toBeGreaterThanOrEqual(20)
    expect(afterSelects - afterInserts).toBe(0)
  })

  test('the engine runs with syncing on, and a checkpoint syncs the tables too', async () => {
    const server = await startPgliteServer(dataDir, noLoss)
    const client = new pg.Client(server.connection)
    await client.connect()
    const settings = await client.query(
      `select name, setting from pg_settings
       where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes') order by name`,
    )
    await client.query(`insert into note values (1, 'in the table')`)
    const before = await server.countSyncs()
    await client.query('checkpoint')
    const after = await server.countSyncs()
    await client.end()
    await server.close()
    expect(settings.rows.map((row) => row.setting)).toEqual(['on', 'on', 'on', 'fsync'])
    expect(after - before).toBeGreaterThanOrEqual(3)
  })
})

describe('the log does not grow for ever', () => {
  const logBytes = () => {
    const log = join(dataDir, 'pglite/pg_wal')
    return readdirSync(log).reduce(
      (sum, name) => sum + (statSync(join(log, name)).isFile() ? statSync(join(log, name)).size : 0),
      0,
    )
  }
  const writeLog = (pool: pg.Pool, megabytes: number) =>
    pool.query(`select pg_logical_emit_message(true, 'ballast', repeat('0123456789', $1::int * 100000))`, [megabytes])

  test('it is written to the tables when enough has gathered, and not before', async () => {
    const database = await open()
    expect(await checkpointIfDue(database.pool)).toBe(false)
    const sizes: number[] = []
    for (let round = 0; round < 8; round += 1) {
      await writeLog(database.pool, 40)
      expect(await checkpointIfDue(database.pool)).toBe(true)
      sizes.push(logBytes())
    }
    expect(await checkpointIfDue(database.pool)).toBe(false)
    await database.close()
    expect(Math.max(...sizes)).toBeLessThan(200_000_000)
  })

  test('it is looked at again and again', async () => {
    const database = await open()
    const checkpoints = startCheckpoints(database.pool, quietLog(), 10)
    const redo = async () =>
      (await database.pool.query('select redo_lsn from pg_control_checkpoint()')).rows[0].redo_lsn
    const before = await redo()
    await writeLog(database.pool, 40)
    await vi.waitUntil(async () => (await redo()) !== before, { timeout: 10_000 })
    await checkpoints.stop()
    await database.close()
  })
})

test('the engine itself ends no transaction for its length: it would end with it when the clock is stepped', async () => {
  const database = await open()
  const { rows } = await database.pool.query('show idle_in_transaction_session_timeout')
  await database.close()
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '0' }])
})

test('a damaged folder is refused with the reason, and opens again once it is repaired', async () => {
  const control = join(dataDir, 'pglite/global/pg_control')
  const whole = readFileSync(control)
  writeFileSync(control, Buffer.alloc(whole.length, 7))
  await expect(open()).rejects.toThrow(/^The database in .*pglite cannot be opened: .*(PANIC|FATAL)/)
  writeFileSync(control, whole)
  const database = await open()
  await database.ping()
  await database.close()
})

describe('the data folder has one owner', () => {
  test('a second database on the folder is refused by name, and allowed after the first has closed', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow(`The data folder ${dataDir} is in use by another running process`)
    await first.ping()
    await first.close()
    const second = await open()
    await second.ping()
    await second.close()
  })

  test('a second process is refused while the first lives', async () => {
    const first = await open()
    const second = spawnSync(process.execPath, [join(processes, 'insert-until-killed.ts'), dataDir], {
      encoding: 'utf8',
      // Were it let in, it would go on for ever.
      timeout: 10_000,
      killSignal: 'SIGKILL',
    })
    await first.close()
    expect(second.status).not.toBe(0)
    expect(second.stderr).toContain(`The data folder ${dataDir} is in use by another running process`)
  })

  test('nobody but the owner of the process can reach the socket', async () => {
    const database = await open()
    const { host } = database.connection
    expect(statSync(host ?? '').mode & 0o777).toBe(0o700)
    await database.close()
  })
})

async function killAfter(child: ChildProcess, acknowledgements: number): Promise<number[]> {
  const ids: number[] = []
  if (!child.stdout) throw new Error('The child was started without an output')
  for await (const line of createInterface({ input: child.stdout })) {
    ids.push(Number(line))
    if (ids.length === acknowledgements) child.kill('SIGKILL')
  }
  return ids
}

// Three starts of the engine and 240 synced commits: as quick as the disk.
test('a process killed while it commits loses nothing that it acknowledged, and halves nothing', async () => {
  const acknowledged: number[] = []
  for (const round of [1, 2, 3]) {
    const script = join(processes, 'insert-until-killed.ts')
    const child = spawn(process.execPath, [script, dataDir, String(round * 100_000)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    acknowledged.push(...(await killAfter(child, 40 * round)))
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(240)

  const database = await open()
  const { rows } = await database.pool.query<{ id: number; tags: number }>(
    'select n.id, count(t.tag)::int as tags from note n left join note_tag t on t.note_id = n.id group by n.id',
  )
  await database.close()
  const found = new Set(rows.map((row) => row.id))
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
  expect(rows.filter((row) => row.tags !== 1)).toEqual([])
}, 90_000)

const canMountSmallDisk = spawnSync('unshare', ['-rm', 'true']).status === 0

test.skipIf(!canMountSmallDisk).each([
  { filling: 'table', lost: undefined },
  { filling: 'log', lost: expect.stringMatching(/^The database engine stopped: .*PANIC: .*No space left on device/) },
])('a disk full of $filling refuses the write, and loses and halves nothing', ({ filling, lost }) => {
  const script = join(processes, 'fill-the-disk.ts')
  const mountAndRun = 'mount -t tmpfs -o size=86m tmpfs "$2" && cp -a "$1" "$2/pglite" && exec "$3" "$4" "$2" "$5"'
  const disk = mkdtempSync(join(tmpdir(), 'vigilux-disk-'))
  const run = ['-rm', 'sh', '-c', mountAndRun, 'sh', template, disk, process.execPath, script, filling]
  const result = JSON.parse(execFileSync('unshare', run, { encoding: 'utf8' }))
  rmSync(disk, { recursive: true })
  expect(result).toMatchObject({ refusal: '53100', ...(lost && { lost }) })
  expect(result.acknowledged.length).toBeGreaterThan(3)
  // The one whose COMMIT the engine could no longer answer may be there or not, but whole.
  const kept = result.rows.slice(0, result.acknowledged.length)
  expect(kept).toEqual(result.acknowledged.map((id: number) => ({ id, tags: 1 })))
  expect(result.rows.slice(kept.length)).toEqual(
    lost && result.rows.length > kept.length ? [{ id: kept.length, tags: 1 }] : [],
  )
})

test('a transaction in which nothing happens is ended and the others go on', async () => {
  const server = await startPgliteServer(dataDir, { idleInTransactionMs: 50, onLost: () => undefined })
  const pool = new pg.Pool(server.connection)
  const forgetful = await pool.connect()
  const { promise: told, resolve: settle } = Promise.withResolvers<Error>()
  forgetful.on('error', settle)
  await forgetful.query('begin')
  await forgetful.query(`insert into note values (1, 'forgotten')`)
  const { rows } = await pool.query('select * from note')
  expect(rows).toEqual([])
  expect(await told).toMatchObject({ code: '25P03' })
  forgetful.release(true)
  await pool.end()
  await server.close()
})
