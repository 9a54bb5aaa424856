import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEntries, createExportFinder } from '../features/logbook/index.ts'
import { findLogbookRole } from '../features/members/index.ts'
import { countArchivedRows } from '../features/plant-archive/exported-rows.store.ts'
import { importArchive, plantExportWorker } from '../features/plant-archive/index.ts'
import {
  erasedTables,
  exportedTables,
  retainedTables,
  sealedTables,
  unexportedTables,
} from '../features/plant-archive/plant-tables.ts'
import { readTar, tarEnd, tarFile } from '../features/plant-archive/tar.ts'
import type { User } from '../kernel/caller.ts'
import { partialDemoEstate } from '../testing/partial-demo-estate.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { seedDemo } from './seed-demo.ts'
import { describeEstate } from './simulator-process.ts'

/** A plant with years of history is exported by its administrator and imported into another installation. */

const estate = partialDemoEstate('hospital', 'hotel')
let source: TestServer
let target: TestServer
let office: User
let administrator: User
let plantId: string
let archive: Buffer

type Work = (job: { data: unknown; signal: AbortSignal }) => Promise<void>

/** Orders an export and makes it. */
const exportPlant = async (id: string): Promise<Buffer> => {
  const client = source.as(office)
  const { export: ordered } = await client.call('createPlantExport', { plantId: id })
  expect(await client.call('createPlantExport', { plantId: id })).toEqual({ export: ordered })
  const works: Work[] = []
  const jobs = { ...source.ports.jobs, work: async (_name: string, work: Work) => void works.push(work) }
  const { inTransaction, database } = source
  await plantExportWorker({
    ports: { ...source.ports, jobs },
    db: database.db,
    inTransaction,
    log: quietLog(),
  } as never)
  await works[0]?.({ data: { plantId: id, exportId: ordered.id }, signal: new AbortController().signal })
  const { export: made } = await client.call('getPlantExport', { plantId: id })
  expect(made).toMatchObject({ id: ordered.id, state: 'ready' })
  expect(made?.done).toBe(made?.total)
  expect(made?.total).toBeGreaterThan(1_000)
  const file = await client.call('downloadPlantExport', { plantId: id, exportId: ordered.id })
  const fileId = source.ports.fileLinks.read(file.url.split('/').at(-1) ?? '', office.sessionId) ?? ''
  const content = await source.ports.files.get(fileId)
  if (!content) throw new Error('the export has no content')
  const bytes = await buffer(content)
  expect(bytes.length).toBe(file.bytes)
  return bytes
}

const importInto = (server: TestServer, bytes: Buffer, maxBytes?: number) =>
  server.database.db.transaction((tx) =>
    importArchive(
      {
        tx,
        files: server.ports.files,
        administratorId: administrator.userId,
        now: server.clock.now(),
        ...(maxBytes && { maxBytes }),
      },
      Readable.from([bytes]).pipe(createGunzip()),
    ),
  )

const refusalOf = (bytes: Buffer, maxBytes?: number): Promise<string> =>
  importInto(target, bytes, maxBytes).then(
    () => 'imported',
    ({ name, message }: Error) => `${name}: ${message}`,
  )

type Part = { name: string; content: Buffer }
const unpack = async (): Promise<Part[]> => {
  const parts: Part[] = []
  for await (const { name, content } of readTar(Readable.from([gunzipSync(archive)])))
    parts.push({ name, content: Buffer.concat(await Array.fromAsync(content)) })
  return parts
}
const pack = (parts: readonly Part[]): Buffer =>
  gzipSync(Buffer.concat([...parts.flatMap(({ name, content }) => tarFile(name, content)), tarEnd()]))

/** The archive with one file changed. */
const alter = async (name: RegExp, change: (text: string) => string): Promise<Buffer> => {
  const parts = await unpack()
  expect(parts.some((part) => name.test(part.name))).toBe(true)
  return pack(
    parts.map((part) =>
      name.test(part.name) ? { ...part, content: Buffer.from(change(part.content.toString())) } : part,
    ),
  )
}

const logbookOf = async (server: TestServer, caller: User): Promise<string> => {
  const { url } = await server.as(caller).call('exportLogbook', { plantId })
  const { ports, inTransaction, database } = server
  const find = createExportFinder({ db: database.db, inTransaction, ports, findRole: findLogbookRole })
  const { lines } = await find(caller, url.split('/').at(-1) ?? '')
  return (await Array.fromAsync(lines)).join('')
}

beforeAll(async () => {
  ;[source, target] = [await createTestServer(), await createTestServer()]
  source.clock.time = new Date()
  target.clock.time = new Date()
  const accountDefaults = {
    at: source.clock.time,
    password: 'x',
    hashPassword: async () => 'hash',
    describe: () => describeEstate(estate),
  }
  await source.inTransaction((work) => seedDemo(work, estate, accountDefaults))
  office = await source.create.user({ usertype: 'admin', scope: 'nto' })
  administrator = await target.create.user()
  const { rows } = await source.database.db.execute<{ id: string }>(
    sql`select plant_id as id from logbook_entry group by plant_id order by count(*) desc limit 1`,
  )
  plantId = rows[0]?.id ?? ''
  archive = await exportPlant(plantId)
}, 300_000)
afterAll(() => Promise.all([source.stop(), target.stop()]))

it('every table of a plant is exported, or listed as one that stays', () => {
  const all = [...erasedTables.map(([table]) => table), ...sealedTables]
  const exported = new Set<string>(exportedTables.map(([table]) => table))
  expect(all.filter((table) => exported.has(table) === unexportedTables.has(table))).toEqual([])
  expect([...unexportedTables].filter((table) => !all.includes(table))).toEqual([])
  expect(retainedTables.filter((table) => exported.has(table))).toEqual([])
})

it('an export holds no secret, and no address beside that of the owner whom the plant names', async () => {
  const text = gunzipSync(archive).toString()
  const { rows } = await source.database.db.execute<{ secret: string }>(sql`
    select secret_hash as secret from inspector_link union all select token_hash from access_token
    union all select email from "user" where email not in (select owner ->> 'email' from plant where id = ${plantId})`)
  expect(rows.length).toBeGreaterThan(5)
  for (const { secret } of rows) expect(text.includes(secret), secret).toBe(false)
})

describe('an archive that is not whole, or does not fit, is refused in words', () => {
  it.each<[string, RegExp, () => Promise<Buffer>, number?]>([
    ['cut off', /was cut off/, async () => archive.subarray(0, archive.length >> 1)],
    ['without its end', /has no manifest/, async () => pack((await unpack()).slice(0, -1))],
    ['no archive', /is no archive/, async () => gzipSync(Buffer.alloc(2_000, 'x'))],
    ['not compressed', /is no archive/, async () => Buffer.from('hello, this is a text')],
    [
      'with an altered row',
      /was altered/,
      () => alter(/^tables\/plant\//, (text) => text.replace('"city":"', '"city":"X')),
    ],
    [
      'with an altered entry',
      /entry \d+ does not continue the chain/,
      () => alter(/^tables\/logbook_entry\/000001/, (text) => text.replace('"text":"', '"text":"X')),
    ],
    [
      'without an entry',
      /entry \d+ does not continue the chain/,
      () => alter(/^tables\/logbook_entry\/000001/, (text) => text.split('\n').toSpliced(1, 1).join('\n')),
    ],
    [
      'without the last entries',
      /chain ends with entry \d+|content differs from its manifest/,
      () => alter(/^tables\/logbook_entry\/000001/, (text) => `${text.split('\n').slice(0, 5).join('\n')}\n`),
    ],
    [
      'with an altered manifest',
      /signature of its manifest/,
      () => alter(/^manifest/, (text) => text.replace('"rows":{', '"rows":{"x":1,')),
    ],
    [
      'with the same file twice',
      /twice/,
      async () => pack((await unpack()).flatMap((part) => (part.name === 'members.jsonl' ? [part, part] : [part]))),
    ],
    [
      'with a way out of its folder',
      /"\.\.\/etc\/passwd", which does not belong to a plant/,
      async () => pack((await unpack()).toSpliced(1, 0, { name: '../etc/passwd', content: Buffer.from('x') })),
    ],
    [
      'with a table of accounts',
      /the table user, which is not a table of plants/,
      async () =>
        pack((await unpack()).toSpliced(1, 0, { name: 'tables/user/000001.jsonl', content: Buffer.from('{}\n') })),
    ],
    ['too large', /too large/, async () => archive, 100_000],
    [
      'of another version',
      /made by another version/,
      () => alter(/^plant\.json/, (text) => text.replace(/"schema":"[^"]*"/, '"schema":"0"')),
    ],
  ])('%s', async (_name, reason, make, maxBytes) => {
    expect(await refusalOf(await make(), maxBytes)).toMatch(reason)
    const { rows } = await target.database.db.execute(sql`select from plant where id = ${plantId}`)
    expect(rows).toEqual([])
    expect(await Array.fromAsync(target.ports.files.list())).toEqual([])
  })

  it('with rows of another plant', async () => {
    const other = await target.create.plant()
    const bytes = await alter(/^tables\/zone\//, (text) => text.replace(plantId, other))
    expect(await refusalOf(bytes)).toMatch(/rows of another plant|content differs from its manifest/)
  })
})

describe('an imported plant', () => {
  it('has the same rows and files, is archived, and keeps its seals', async () => {
    const expected = await source.database.db.transaction((tx) => countArchivedRows(tx, plantId))
    await importInto(target, archive)
    expect(await target.database.db.transaction((tx) => countArchivedRows(tx, plantId))).toEqual(expected)
    const hashes = (server: TestServer) =>
      server.database.db
        .execute(sql`select no, hash, text from logbook_entry where plant_id = ${plantId} order by no`)
        .then(({ rows }) => rows)
    expect(await hashes(target)).toEqual(await hashes(source))
    const client = target.as(await target.create.user({ usertype: 'admin', scope: 'nto' }))
    expect((await client.call('getPlantDetails', { plantId })).plant.archived_at).not.toBeNull()
    const { origin, head } = await client.call('getLogbookDetails', { plantId, page: 1 })
    const { keys } = await source.as(office).call('getLogbookKeys', {})
    expect(origin).toMatchObject({ upTo: head.no, installation: source.ports.settings.publicUrl })
    expect(keys.map(({ id, publicKey }) => ({ id, publicKey }))).toContainEqual(origin?.key)
  })

  it('is refused a second time', async () => {
    expect(await refusalOf(archive)).toMatch(/has the plant ".*" already/)
  })

  it('signs only its own entries', async () => {
    const caller = await target.create.user({ usertype: 'admin', scope: 'nto' })
    const { origin } = await target.as(caller).call('getLogbookDetails', { plantId, page: 1 })
    expect(JSON.parse((await logbookOf(target, caller)).split('\n')[0] ?? '')).toMatchObject({ from: 0, to: 0 })
    await target.inTransaction(async (work) =>
      addEntries(work, [{ plantId, kind: 'mainsFailed', at: work.now, by: null, unit: 'logica_0A1B01' }]),
    )
    const text = await logbookOf(target, caller)
    const first = (origin?.upTo ?? 0) + 1
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ from: first, to: first })
    const { keys } = await target.as(caller).call('getLogbookKeys', {})
    const verdict = await verifyExport([Buffer.from(text)], keys, webCrypto(crypto.subtle))
    expect(verdict).toMatchObject({ verdict: 'whole', part: true, checked: 1 })
    expect(keys.map(({ id }) => id)).not.toContain(origin?.key.id)
  })
})

it('only an administrator orders an export and downloads it', async () => {
  const { rows } = await source.database.db.execute<{ id: string }>(
    sql`select id from plant_export where plant_id = ${plantId}`,
  )
  const input = { plantId, exportId: rows[0]?.id ?? '' }
  const nonMember = source.as(await source.create.user())
  for (const action of ['createPlantExport', 'getPlantExport'] as const)
    expect(await nonMember.refusal(action, { plantId })).toBe('PLANT_NOT_FOUND')
  expect(await nonMember.refusal('downloadPlantExport', input)).toBe('PLANT_NOT_FOUND')
  const unknown = { plantId, exportId: '00000000-0000-4000-8000-000000000000' }
  expect(await source.as(office).refusal('downloadPlantExport', unknown)).toBe('FILE_NOT_FOUND')
})
