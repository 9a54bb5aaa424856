import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../testing/database-fingerprint.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { configOf, createEmptyDatabase } from '../../testing/test-database.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { migrateDatabase, tablesOfMigrations } from '../database/migrate.ts'
import type { Database } from '../database/open-database.ts'
import { folderFiles, prepareFolder } from '../files/folder-files.ts'
import { guardedFiles } from '../files/guarded-files.ts'
import { checkBackup } from './check-backup.ts'
import { createBackup } from './create-backup.ts'
import { writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-backup-'))
const backup = join(folder, 'backup')
const log = quietLog()
const fileKey = randomUUID()
const jobs = [{ name: 'mail.send', data: { mailId: randomUUID() } }]
let server: TestServer
const openDatabases: Database[] = []

/** Values of every column type at risk in transfer. */
const awkwardRows = `
  insert into dead_letter (unit, channel, reason, error, payload, tries, received_at)
    select 'logica_0A1B2C', 'up', 'json', E'a "b" \\\\ , {c} \\n\\t\\u2028 ž \\U0001F4A1', '\\x00ff0a22', n, '2026-03-29 01:30:00.123456+01'
    from generate_series(1, 6000) n;
  delete from dead_letter where id > 5990;
  insert into unit_record (unit, life, boot, seq, kind, body, at, received_at, reported_at)
    values ('a', '', 9007199254740991, 0, '', 'null', 'infinity', now(), null), ('a', '', 0, -1, '""', '{"a":[null,1e3]}', now(), now(), '')`

beforeAll(async () => {
  server = await createTestServer()
  const owner = await server.create.user()
  const plantId = await server.create.plant({
    members: { installerAdministrator: owner.userId },
    name: "D'Angelo {1,2}",
  })
  await server.create.unit(plantId)
  await server.database.pool.query(awkwardRows)
  await server.ports.files.put(fileKey, inChunks(Buffer.from('a report')), {
    limitBytes: 100,
    signal: new AbortController().signal,
  })
  writeFileSync(join(folder, 'secrets.json'), '{"authSecret":"x"}')
  const { databaseUrl, dataDir } = configOf(server.database)
  if (dataDir) writeFileSync(join(dataDir, 'secrets.json'), '{"authSecret":"x"}')
  const installation = { database: { databaseUrl, dataDir: dataDir || folder }, files: server.ports.files, log }
  await createBackup(installation, '1.2.3', backup)
}, 60_000)
afterEach(async () => {
  for (const database of openDatabases.splice(0)) await database.close()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** An empty installation, plus the additions to its queues. */
const openTarget = async () => {
  const database = await createEmptyDatabase()
  openDatabases.push(database)
  const dataDir = mkdtempSync(join(folder, 'target-'))
  await prepareFolder(join(dataDir, 'files'))
  const queued: object[] = []
  return {
    database,
    dataDir,
    files: guardedFiles(folderFiles({ root: join(dataDir, 'files'), minFreeBytes: 0 }), { log }),
    log,
    queued,
    openQueues: async () => ({
      enqueue: async (_tx: unknown, job: object) => queued.push(job),
      stop: async () => undefined,
    }),
  }
}

describe('backup', () => {
  it('is restored completely into an empty installation, and number sequences continue', async () => {
    const target = await openTarget()
    const manifest = await checkBackup(backup)
    expect(manifest).toMatchObject({
      version: '1.2.3',
      rows: { dead_letter: 5_990, plant: 1, audit: 0 },
      files: { count: 1 },
    })
    await restoreBackup(backup, { ...manifest, jobs }, target)
    expect(await fingerprintOf(target.database)).toEqual(await fingerprintOf(server.database))
    expect(await text((await target.files.get(fileKey)) ?? inChunks(Buffer.alloc(0)))).toBe('a report')
    expect(readFileSync(join(target.dataDir, 'secrets.json'), 'utf8')).toBe('{"authSecret":"x"}')
    expect(target.queued).toEqual(jobs)
    const { rows } = await target.database.pool.query(
      `insert into dead_letter (unit, channel, reason, error, payload, tries, received_at)
       values ('', '', '', '', '', 1, now()) returning id`,
    )
    expect(rows).toEqual([{ id: '6001' }])
    await migrateDatabase(target.database, { log: quietLog() })
    const due = `select count(*)::int as n from plant_figures_due`
    const before = (await target.database.pool.query(due)).rows[0].n
    await target.database.pool.query('update central_unit set on_battery = true')
    expect((await target.database.pool.query(due)).rows[0].n).toBe(before + 1)
  })

  it('leaves out tables of others, and is restored beside extensions, with the same indexes and keys', async () => {
    await server.database.pool.query(
      `create table of_others (id serial primary key, plant_id uuid references plant); create sequence others;
       insert into of_others (plant_id) select id from plant`,
    )
    const installation = { database: configOf(server.database), files: server.ports.files, log }
    const beside = join(folder, 'beside-others')
    await createBackup({ ...installation, database: { ...installation.database, dataDir: folder } }, '1.2.3', beside)
    await server.database.pool.query('drop table of_others; drop sequence others')
    const manifest = await checkBackup(beside)
    expect(Object.keys({ ...manifest.rows, ...manifest.sequences }).filter((name) => name.includes('others'))).toEqual(
      [],
    )

    const target = await openTarget()
    // As pg_stat_statements does.
    await target.database.pool.query(
      'create view statements as select 1 as n; alter extension plpgsql add view statements',
    )
    await restoreBackup(beside, manifest, target)
    await target.database.pool.query('alter extension plpgsql drop view statements; drop view statements')
    const definitions = `
      select pg_get_indexdef(indexrelid) as is from pg_index join pg_class on oid = indrelid
        where relnamespace = 'public'::regnamespace
      union select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
        where connamespace = 'public'::regnamespace order by 1`
    const definitionsOf = async ({ pool }: Database) => (await pool.query(definitions)).rows
    expect(await definitionsOf(target.database)).toEqual(await definitionsOf(server.database))
    expect(await fingerprintOf(target.database)).toEqual(await fingerprintOf(server.database))
  })

  it('is refused in a folder that is not empty', async () => {
    const installation = { database: configOf(server.database), files: server.ports.files, log }
    await expect(createBackup(installation, '1.2.3', backup)).rejects.toThrow('is not empty')
  })

  it('leaves nothing behind when it fails', async () => {
    const files = {
      ...server.ports.files,
      list: () => {
        throw new Error('the storage is away')
      },
    }
    const backupFolder = join(folder, 'broken-off')
    await expect(
      createBackup({ database: configOf(server.database), files, log }, '1.2.3', backupFolder),
    ).rejects.toThrow('away')
    expect([backupFolder, `${backupFolder}.unfinished`].filter(existsSync)).toEqual([])
  })
})

it('each table of a migrated database is one of the migrations', async () => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const manifest = await checkBackup(backup)
  expect(rows.map(({ name }) => name)).toEqual([...tablesOfMigrations(manifest.migrations)].toSorted())
})

describe('restore refuses', () => {
  const alterCopy = async (change: (copy: string) => void) => {
    const copy = mkdtempSync(join(folder, 'altered-'))
    await cp(backup, copy, { recursive: true })
    change(copy)
    return checkBackup(copy)
  }
  const flipByte = (path: string, at: number) => {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const rewriteManifest = (copy: string, change: object) => {
    const { seal: _, ...manifest } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
    writeFileSync(join(copy, 'manifest.json'), writeManifest({ ...manifest, ...change }))
  }
  const contentPath = join('files', fileKey.slice(0, 2), fileKey)

  it.each<[string, string, (copy: string) => void]>([
    ['rows that were cut off', 'rows.ndjson.gz was cut off', (copy) => truncateSync(join(copy, 'rows.ndjson.gz'), 500)],
    ['rows that were altered', 'rows.ndjson.gz does not match', (copy) => flipByte(join(copy, 'rows.ndjson.gz'), 300)],
    ['rows that are missing', 'rows.ndjson.gz is missing', (copy) => rmSync(join(copy, 'rows.ndjson.gz'))],
    [
      'a list of files that was cut off',
      'files.ndjson was cut off',
      (copy) => truncateSync(join(copy, 'files.ndjson')),
    ],
    ['a file that was altered', `the file ${fileKey} does not match`, (copy) => flipByte(join(copy, contentPath), 2)],
    ['a file that is missing', `the file ${fileKey} is missing`, (copy) => rmSync(join(copy, contentPath))],
    ['secrets that were altered', 'secrets.json does not match', (copy) => flipByte(join(copy, 'secrets.json'), 3)],
    ['no manifest', 'manifest.json is missing', (copy) => rmSync(join(copy, 'manifest.json'))],
    ['half a manifest', 'cannot be read', (copy) => truncateSync(join(copy, 'manifest.json'), 200)],
    [
      'a manifest that was altered',
      'manifest of the backup was altered',
      (copy) => flipByte(join(copy, 'manifest.json'), 30),
    ],
    ['a newer format', 'newer version 9.9.9', (copy) => rewriteManifest(copy, { format: 2, version: '9.9.9' })],
    [
      'migrations that this program does not know',
      'version 1.2.3, whose database this program does not know',
      (copy) => {
        const { migrations } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
        rewriteManifest(copy, { migrations: [...migrations, 'a'.repeat(64)] })
      },
    ],
  ])('%s', async (_, reason, change) => {
    await expect(alterCopy(change)).rejects.toThrow(reason)
  })

  it('a database that is not empty', async () => {
    const manifest = await checkBackup(backup)
    const target = await openTarget()
    const filledTarget = { ...target, database: server.database }
    const before = await fingerprintOf(server.database)
    await expect(restoreBackup(backup, manifest, filledTarget)).rejects.toThrow('database is not empty')
    expect(await fingerprintOf(server.database)).toEqual(before)
    expect(await Array.fromAsync(target.files.list())).toEqual([])
    expect(existsSync(join(target.dataDir, 'secrets.json'))).toBe(false)
  })

  it('a storage with other files or secrets', async () => {
    const manifest = await checkBackup(backup)
    const target = await openTarget()
    writeFileSync(join(target.dataDir, 'secrets.json'), '{}')
    await expect(restoreBackup(backup, manifest, target)).rejects.toThrow('another secrets.json')
    expect(readFileSync(join(target.dataDir, 'secrets.json'), 'utf8')).toBe('{}')
    const options = { limitBytes: 9, signal: new AbortController().signal }
    await target.files.put(randomUUID(), inChunks(Buffer.from('other')), options)
    await expect(restoreBackup(backup, manifest, target)).rejects.toThrow('storage of files is not empty')
    expect(await fingerprintOf(target.database)).toEqual({})
  })
})

it('a failed restore leaves the installation empty and can be repeated', async () => {
  const manifest = await checkBackup(backup)
  const target = await openTarget()
  const wrongManifest = { ...manifest, rows: { ...manifest.rows, plant: 2 } }
  await expect(restoreBackup(backup, wrongManifest, target)).rejects.toThrow('Wrong number of rows: plant')
  expect(await fingerprintOf(target.database)).toEqual({})
  expect(await Array.fromAsync(target.files.list())).toEqual([])
  expect(existsSync(join(target.dataDir, 'secrets.json'))).toBe(false)
  await restoreBackup(backup, manifest, target)
  expect(await fingerprintOf(target.database)).toEqual(await fingerprintOf(server.database))
})
