import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gapKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openMarkFile } from '../../adapters/database/mark-file.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addEntries, createExportFinder } from '../logbook/index.ts'
import { createRestoreWatch, recordRunAfterBackup } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'vigilux-restores-'))
afterAll(() => rmSync(root, { recursive: true }))

let server: TestServer
let plantId: string
let caller: Awaited<ReturnType<TestServer['create']['user']>>
let unit: string
beforeEach(async () => {
  server = await createTestServer()
  caller = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: caller.userId } })
  unit = await server.create.unit(plantId)
})
afterEach(() => server.stop())

const newFolder = (): string => mkdtempSync(join(root, 'data-'))
const watchOf = (dataDir: string, nodeId = 'node') =>
  createRestoreWatch({
    nodeId,
    inTransaction: server.inTransaction,
    log: server.log,
    markFile: openMarkFile(dataDir),
  })

const write = (text: string) =>
  server.inTransaction(async (work) => addEntries(work, [{ kind: 'service', plantId, at: work.now, by: null, text }]))
const entriesOf = async (plant = plantId) =>
  (await server.as(caller).call('getLogbookDetails', { plantId: plant })).entries.toReversed()
const restoresOf = async () => (await entriesOf()).filter(({ kind }) => gapKinds.some((one) => one === kind))

/** As after `pg_restore`, `COPY` and our own restore: the same rows, written by other transactions. */
const copyRows = () =>
  server.database.pool.query(`
    create table copied as select * from installation; delete from installation;
    insert into installation select * from copied; drop table copied;
    create table copied as select * from running_node; delete from running_node;
    insert into running_node select * from copied; drop table copied`)

/** As after a disk snapshot: the row is unchanged, including PostgreSQL's transaction ids. */
const restoreTo = (restoredAt: Date) =>
  server.database.pool.query(
    `update installation set alive_at = $1, written_by = (pg_current_xact_id()::text::numeric % 4294967296)::bigint`,
    [restoredAt],
  )
const readAliveAt = async (): Promise<Date> =>
  (await server.database.pool.query('select alive_at from installation')).rows[0].alive_at

test('a restored backup of a running installation begins a new epoch per logbook', async () => {
  const other = await server.create.plant({ members: { installerAdministrator: caller.userId } })
  await watchOf(newFolder(), 'of the source').begin()
  await write('Before')
  const completeUntil = (await readAliveAt()).toISOString()
  await copyRows()
  const watch = watchOf(newFolder())
  await watch.begin()
  await write('After')

  const [before, restoredEntry, after] = await entriesOf()
  expect(before?.no).toBe(1)
  expect(restoredEntry).toMatchObject({ kind: 'restored', by: null, facts: { after: 1, wholeUntil: completeUntil } })
  expect(restoredEntry?.no).toBe(Math.floor((server.clock.time.getTime() - Date.UTC(2026, 0, 1)) / 1000))
  expect(after?.no).toBe((restoredEntry?.no ?? 0) + 1)
  // The backup has no entry of this one; the first may be lost all the same.
  expect(await entriesOf(other)).toMatchObject([{ kind: 'restored', facts: { after: 0 } }])

  await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }])
  const { rules } = await server.as(caller).call('getCompliance', { plantId })
  expect(rules.find(({ rule }) => rule === 'R13')).toMatchObject({
    state: 'unknown',
    evidence: expect.arrayContaining([{ what: 'restored', at: completeUntil, until: server.clock.time.toISOString() }]),
  })

  const restoredUnits: string[] = []
  watch.start((one) => restoredUnits.push(one))
  await watch.stop()
  expect(restoredUnits).toEqual([unit])
  await watchOf(newFolder()).begin()
  expect(await restoresOf()).toHaveLength(1)
})

test('a second restore of a backup reuses no number of the first', async () => {
  await watchOf(newFolder(), 'of the source').begin()
  await copyRows()
  await watchOf(newFolder()).begin()
  const [first] = await restoresOf()
  server.clock.time = new Date(server.clock.time.getTime() + 600_000)
  await copyRows()
  await watchOf(newFolder()).begin()
  const [, second] = await restoresOf()
  expect(second?.no).toBe((first?.no ?? 0) + 600)
})

test('a move after a stop has no gap', async () => {
  const source = watchOf(newFolder(), 'of the source')
  await source.begin()
  await write('Before')
  await source.stop()
  await copyRows()
  await watchOf(newFolder()).begin()
  await write('After')
  expect((await entriesOf()).map(({ no, kind }) => [no, kind])).toEqual([
    [1, 'service'],
    [2, 'service'],
  ])
})

test('a source that ran on after its backup is detected by folder or operator', async () => {
  const folder = newFolder()
  const source = watchOf(folder)
  await source.begin()
  await source.stop()
  const aliveBefore = await readAliveAt()
  await source.begin()
  await source.stop()
  await restoreTo(aliveBefore)
  await copyRows()
  await watchOf(folder).begin()
  expect(await restoresOf()).toHaveLength(1)

  await watchOf(folder).stop()
  await copyRows()
  await server.inTransaction(({ tx }) => recordRunAfterBackup(tx))
  await watchOf(newFolder()).begin()
  expect(await restoresOf()).toHaveLength(2)
})

test('a database snapshot is detected once by each data folder with later data', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  await watchOf(folder).begin()
  const aliveBefore = await readAliveAt()
  await watchOf(folder).begin()
  await watchOf(other, 'other').begin()
  await restoreTo(aliveBefore)
  await watchOf(folder).begin()
  await watchOf(other, 'other').begin()
  expect(await restoresOf()).toMatchObject([{ facts: { wholeUntil: aliveBefore.toISOString() } }])
})

test('a killed node, a new node or a foreign folder begins no epoch', async () => {
  const folder = newFolder()
  await watchOf(folder, 'killed').begin()
  await watchOf(folder, 'again').begin()
  await watchOf(newFolder(), 'new').begin()
  const emptyFolder = newFolder()
  openMarkFile(emptyFolder).write({ installation: caller.userId, aliveAt: '2999-01-01T00:00:00.000Z' })
  await watchOf(emptyFolder, 'strange').begin()
  expect(await restoresOf()).toEqual([])
})

test('lists, pages and export include the gap, and the verifier reports it', async () => {
  await watchOf(newFolder(), 'of the source').begin()
  for (let n = 0; n < 30; n += 1) await write(`Entry ${n}`)
  await copyRows()
  await watchOf(newFolder()).begin()
  await write('Last')
  const page = (number: number) => server.as(caller).call('getLogbookDetails', { plantId, page: number })
  const first = await page(1)
  expect([first.total, first.entries.length, first.entries[2]?.no]).toEqual([32, 25, 30])
  expect((await page(2)).entries.map(({ no }) => no)).toEqual([7, 6, 5, 4, 3, 2, 1])

  const { url } = await server.as(caller).call('exportLogbook', { plantId })
  const { db } = server.database
  const find = createExportFinder({
    db,
    inTransaction: server.inTransaction,
    ports: server.ports,
    findRole: async () => 'x',
  })
  const { lines } = await find(caller, url.split('/').at(-1) ?? '')
  const file = await text(
    (async function* () {
      for await (const line of lines) yield Buffer.from(line)
    })(),
  )
  const { keys } = await server.as(caller).call('getLogbookKeys', {})
  const found = await verifyExport([Buffer.from(file)], keys, webCrypto(crypto.subtle))
  expect(found).toMatchObject({
    verdict: 'whole',
    part: false,
    checked: 32,
    gaps: [{ after: 30, no: first.entries[1]?.no, to: server.clock.time.toISOString() }],
  })
})
