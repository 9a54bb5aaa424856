import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inChunks } from '../../testing/files-contract.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { fileTable } from './files.schema.ts'
import { type FileState, findFile, insertFile } from './files.store.ts'
import { sweepFiles } from './sweep-files.ts'

let server: TestServer
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  plantId = await server.create.plant()
})
beforeEach(async () => {
  await server.database.db.delete(fileTable).where(eq(fileTable.plantId, plantId))
  for (const key of await listStoredKeys()) await server.ports.files.delete(key)
})
afterAll(() => server.stop())

const dayMs = 86_400_000
const at = (days: number) => new Date(Date.now() + days * dayMs)
const neverAborted = new AbortController().signal
const listStoredKeys = async () => (await Array.fromAsync(server.ports.files.list())).map(({ key }) => key)
const sweep = (days = 2) =>
  sweepFiles({ files: server.ports.files, db: server.database.db, clock: { now: () => at(days) } }, neverAborted)

const givenContent = async (id: string = randomUUID()) => {
  await server.ports.files.put(id, inChunks(Buffer.from('content')), { limitBytes: 100, signal: neverAborted })
  return id
}
const givenRow = async (state: FileState, row: { id?: string; expiresAt?: Date } = {}) => {
  const id = row.id ?? randomUUID()
  const fixed = { name: 'a.pdf', type: 'application/pdf', bytes: 7, sha256: null, createdBy: 'somebody' }
  const expiresAt = row.expiresAt ?? null
  await insertFile(server.database.db, {
    id,
    plantId,
    ownerKind: 'report',
    state,
    createdAt: at(0),
    expiresAt,
    ...fixed,
  })
  return id
}
const stateOf = async (id: string) => (await findFile(server.database.db, id))?.state

it('contents without a file are removed after the upload time', async () => {
  const orphanContent = await givenContent()
  const storedContent = await givenContent(await givenRow('stored'))
  expect(await sweep(0.5)).toMatchObject({ orphans: 0, missing: 0 })
  expect(await listStoredKeys()).toEqual([orphanContent, storedContent].sort())
  expect(await sweep()).toMatchObject({ orphans: 1, missing: 0 })
  expect(await listStoredKeys()).toEqual([storedContent])
})

it('a file with missing content is marked until it is back', async () => {
  const removedFile = await givenRow('stored')
  expect(await sweep(0.5)).toMatchObject({ missing: 0 })
  expect(await sweep()).toMatchObject({ missing: 1, orphans: 0 })
  expect(await stateOf(removedFile)).toBe('missing')
  await givenContent(removedFile)
  expect(await sweep()).toMatchObject({ foundAgain: 1, orphans: 0 })
  expect(await stateOf(removedFile)).toBe('stored')
})

it('expired and unfinished files are removed', async () => {
  const expiredContent = await givenContent(await givenRow('stored', { expiresAt: at(1) }))
  const expiringContent = await givenContent(await givenRow('stored', { expiresAt: at(3) }))
  const halfStored = await givenContent(await givenRow('storing'))
  expect(await sweep()).toMatchObject({ removed: 2, orphans: 0 })
  expect([await stateOf(expiredContent), await stateOf(expiringContent), await stateOf(halfStored)]).toEqual([
    'removed',
    'stored',
    undefined,
  ])
  expect(await listStoredKeys()).toEqual([expiringContent])
})

it('the sweep compares more files than it holds in memory', async () => {
  const ids = Array.from({ length: 1_203 }, () => randomUUID())
  for (const id of ids) await givenRow('stored', { id })
  for (const id of ids.slice(0, 3)) await givenContent(id)
  const orphanContent = await givenContent()
  expect(await sweep()).toMatchObject({ missing: 1_200, orphans: 1 })
  expect(await listStoredKeys()).not.toContain(orphanContent)
  expect(await stateOf(ids[0] ?? '')).toBe('stored')
})

it('nothing changes while the storage is unavailable', async () => {
  const removedFile = await givenRow('stored')
  const awayFiles = { ...server.ports.files, probe: () => Promise.reject(new Error('away')) }
  await expect(
    sweepFiles({ files: awayFiles, db: server.database.db, clock: { now: () => at(2) } }, neverAborted),
  ).rejects.toThrow('away')
  expect(await stateOf(removedFile)).toBe('stored')
})
