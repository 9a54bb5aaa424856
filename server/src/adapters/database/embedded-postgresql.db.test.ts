import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isFullRun } from '../../testing/depth.ts'
import { recordMigrations } from '../../testing/migration-folders.ts'
import { killBackendOf } from '../../testing/postgresql-cluster.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { openBoundedLog } from './bounded-log.ts'
import { databaseFolder } from './data-folder.ts'
import { migrateDatabase } from './migrate.ts'
import { type Database, openDatabase } from './open-database.ts'
import { serverUser } from './postgresql-programs.ts'
import { runningPostmaster } from './postmaster.ts'
import { openUsedDatabase } from './running-database.ts'

const processes = join(import.meta.dirname, '../../testing/processes')
const template = mkdtempSync(join(tmpdir(), 'vigilux-template-'))
const folders: string[] = [template]
const openDatabases: Database[] = []
let dataDir: string

const openAt = async (folder: string): Promise<Database> => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, log: quietLog() })
  openDatabases.push(database)
  return database
}
const open = () => openAt(dataDir)

/** A copy has the owner of the copied folder. */
const copyTemplate = (folder: string): void => {
  cpSync(template, folder, { recursive: true })
  if (serverUser()) execFileSync('chown', ['-R', '--reference', databaseFolder(template), databaseFolder(folder)])
}

beforeAll(async () => {
  const database = await openAt(template)
  await migrateDatabase(database, { log: quietLog(), folder: recordMigrations })
  await database.close()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vigilux-test-'))
  folders.push(dataDir)
  copyTemplate(dataDir)
})
afterEach(async () => {
  for (const database of openDatabases.splice(0)) await database.close()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const settingsOf = async (database: Database, names: readonly string[]) => {
  const { rows } = await database.pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [names],
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

test('a new folder gets a database with synchronous commits and a private socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-new-'))
  folders.push(folder)
  const database = await openAt(folder)
  const expectedSettings = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    TimeZone: 'UTC',
    unix_socket_permissions: '0700',
    server_encoding: 'UTF8',
    data_checksums: 'on',
  }
  expect(await settingsOf(database, Object.keys(expectedSettings))).toEqual(expectedSettings)
  expect(statSync(database.connection.host ?? '').mode & 0o777).toBe(0o700)
  expect(statSync(join(databaseFolder(folder), 'pg_hba.conf')).mode & 0o077).toBe(0)
  const { rows } = await database.pool.query(`select lower('ÄÉŽ') as lower, 'a' < 'B' as by_language`)
  expect(rows).toEqual([{ lower: 'äéž', by_language: false }])
})

test('a folder with a path too long for a socket gets a short one', async () => {
  const folder = join(dataDir, 'long'.repeat(30))
  mkdirSync(folder)
  copyTemplate(folder)
  const database = await openAt(folder)
  await database.ping()
  const socketFolder = database.connection.host ?? ''
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  expect(runningPostmaster(databaseFolder(folder))?.socketFolder).toBe(socketFolder)
  await database.close()
  expect(existsSync(socketFolder)).toBe(false)
})

describe('unusable data folder', () => {
  test('is refused with the reason when damaged and opens after repair', async () => {
    const control = join(databaseFolder(dataDir), 'global/pg_control')
    const controlFile = readFileSync(control)
    writeFileSync(control, Buffer.alloc(controlFile.length, 7))
    await expect(open()).rejects.toThrow(/^The database in .*postgresql cannot be opened: .*(PANIC|FATAL)/)
    writeFileSync(control, controlFile)
    await (await open()).ping()
  })

  test('is refused if another major version created it', async () => {
    writeFileSync(join(databaseFolder(dataDir), 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow('was made by PostgreSQL 17, and this version brings PostgreSQL 18')
  })

  test('is refused with migration instructions if it holds a PGlite database', async () => {
    mkdirSync(join(dataDir, 'pglite'))
    await expect(open()).rejects.toThrow(/holds a PGlite database(.|\n)*c5c1d7b0(.|\n)*npm run restore/)
  })
})

describe('data folder', () => {
  test('refuses a second database until the first is closed', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow(`The data folder ${dataDir} is in use by another running process`)
    await first.ping()
    await first.close()
    await (await open()).ping()
  })

  test('refuses a second process while the first runs', async () => {
    await open()
    const second = spawnSync(process.execPath, [join(processes, 'insert-until-killed.ts'), dataDir], {
      encoding: 'utf8',
      // An accepted connection would insert for ever.
      timeout: 10_000,
      killSignal: 'SIGKILL',
    })
    expect(second.status).not.toBe(0)
    expect(second.stderr).toContain(`The data folder ${dataDir} is in use by another running process`)
  })

  test('lets an operator command use the database of the running server', async () => {
    const first = await open()
    await first.pool.query(`insert into note values (1, 'of the server')`)
    const second = await openUsedDatabase({ databaseUrl: undefined, dataDir, log: quietLog() })
    openDatabases.push(second)
    expect((await second.pool.query('select body from note')).rows).toEqual([{ body: 'of the server' }])
    await second.close()
    await first.ping()
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

const startInserting = (firstId: number): ChildProcess =>
  spawn(process.execPath, [join(processes, 'insert-until-killed.ts'), dataDir, String(firstId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Missing acknowledged rows, and half-written rows. */
const lossesOf = async (acknowledged: readonly number[]) => {
  const database = await open()
  const { rows } = await database.pool.query<{ id: number; tags: number }>(
    'select n.id, count(t.tag)::int as tags from note n left join note_tag t on t.note_id = n.id group by n.id',
  )
  const found = new Set(rows.map((row) => row.id))
  return { lost: acknowledged.filter((id) => !found.has(id)), halved: rows.filter((row) => row.tags !== 1) }
}

describe('killed process', () => {
  test('loses no acknowledged commit, and the next start stops its server', async () => {
    const acknowledged: number[] = []
    for (const round of [1, 2, 3]) acknowledged.push(...(await killAfter(startInserting(round * 100_000), 40 * round)))
    expect(acknowledged.length).toBeGreaterThanOrEqual(240)
    const postmasterPid = runningPostmaster(databaseFolder(dataDir))?.pid
    expect(postmasterPid).toBeDefined()
    expect(await lossesOf(acknowledged)).toEqual({ lost: [], halved: [] })
    expect(runningPostmaster(databaseFolder(dataDir))?.pid).not.toBe(postmasterPid)
  }, 90_000)

  test('loses no acknowledged commit when the database server is killed too', async () => {
    const child = startInserting(0)
    const acknowledged = killAfter(child, 60)
    await vi.waitUntil(() => runningPostmaster(databaseFolder(dataDir)) !== undefined, { timeout: 20_000 })
    const ids = await acknowledged
    const { pid = 0 } = runningPostmaster(databaseFolder(dataDir)) ?? {}
    process.kill(pid, 'SIGKILL')
    expect(await lossesOf(ids)).toEqual({ lost: [], halved: [] })
  })

  test('does not block the next start by a stale process id file', async () => {
    const pidFile = join(databaseFolder(dataDir), 'postmaster.pid')
    writeFileSync(pidFile, [process.pid, databaseFolder(dataDir), 1, 5432, '.', ''].join('\n'))
    await (await open()).ping()
  })
})

describe('database server failure', () => {
  const waitForLoss = async (database: Database, kill: (postmaster: number) => void): Promise<string> => {
    kill(runningPostmaster(databaseFolder(dataDir))?.pid ?? 0)
    return (await database.lost).message
  }

  test('is reported once with the last words, and a new start recovers', async () => {
    const database = await open()
    await database.pool.query(`insert into note values (1, 'kept')`)
    const reason = await waitForLoss(database, (postmaster) => process.kill(postmaster, 'SIGKILL'))
    expect(reason).toMatch(/^The database server stopped \(SIGKILL\)/)
    await database.close()
    const reopened = await open()
    expect((await reopened.pool.query('select id from note')).rows).toEqual([{ id: 1 }])
  })

  test('of one process recovers automatically', async () => {
    const database = await open()
    await database.ping()
    expect(killBackendOf(runningPostmaster(databaseFolder(dataDir))?.pid ?? 0)).toBe(true)
    await vi.waitUntil(() =>
      database.ping().then(
        () => true,
        () => false,
      ),
    )
  })
})

// Twenty seconds of disk work, so only at night. Not in a user namespace: the server could not run as another user
// there.
const canMountSmallDisk = spawnSync('unshare', ['-m', 'true']).status === 0

test.skipIf(!isFullRun || !canMountSmallDisk).each(['table', 'log'])(
  'a disk full of its %s loses no commit and saves no partial one',
  (filling) => {
    const script = join(processes, 'fill-the-disk.ts')
    const mountAndRun = 'mount -t tmpfs -o size=160m tmpfs "$2" && cp -a "$1/." "$2/" && exec "$3" "$4" "$2" "$5"'
    const disk = mkdtempSync(join(tmpdir(), 'vigilux-disk-'))
    const run = ['-m', 'sh', '-c', mountAndRun, 'sh', template, disk, process.execPath, script, filling]
    const result = JSON.parse(execFileSync('unshare', run, { encoding: 'utf8' }))
    rmSync(disk, { recursive: true })
    expect(result.refusal).toMatch(/^53100$|Connection terminated|57P0\d/)
    expect(result.acknowledged.length).toBeGreaterThan(3)
    const committedRows = result.rows.slice(0, result.acknowledged.length)
    expect(committedRows).toEqual(result.acknowledged.map((id: number) => ({ id, tags: 1 })))
    // A row with an unanswered COMMIT may exist, but only as a whole.
    const [unanswered, ...others] = result.rows.slice(committedRows.length)
    expect(others).toEqual([])
    if (unanswered) expect(unanswered).toEqual({ id: committedRows.length, tags: 1 })
  },
)

test('an idle transaction is ended and others continue', async () => {
  const database = await open()
  const { rows } = await database.pool.query('show idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
  const forgetful = await database.pool.connect()
  const { promise: reportedError, resolve: settle } = Promise.withResolvers<Error>()
  forgetful.on('error', settle)
  await forgetful.query('set idle_in_transaction_session_timeout = 50')
  await forgetful.query('begin')
  await forgetful.query(`insert into note values (1, 'forgotten')`)
  expect((await database.pool.query('select * from note')).rows).toEqual([])
  expect(await reportedError).toMatchObject({ code: '25P03' })
  forgetful.release(true)
})

test('the server log is limited to two files of a megabyte', () => {
  const path = join(dataDir, 'full.log')
  const log = openBoundedLog(path)
  for (let line = 0; line < 5_000; line++) log.add(`${line} ${'x'.repeat(1_000)}`)
  const sizes = [path, `${path}.1`].map((file) => statSync(file).size)
  expect(Math.max(...sizes)).toBeLessThan(1.1 * 1024 * 1024)
  expect(readFileSync(path, 'utf8')).toContain('\n4999 ')
})

// As root, programs and folder belong to a user who may not enter the parent folders.
test.runIf(process.getuid?.() === 0)('the database runs below a folder that only root may enter', async () => {
  const closed = join(dataDir, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  chownSync(closed, 0, 0)
  const database = await openAt(join(closed, 'data'))
  await database.ping()
  const { pid = 0 } = runningPostmaster(databaseFolder(join(closed, 'data'))) ?? {}
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m)
})
