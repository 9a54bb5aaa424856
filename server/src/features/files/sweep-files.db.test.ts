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
  plantId = await server.given.plant()
})
beforeEach(async () => {
  await server.database.db.delete(fileTable).where(eq(fileTable.plantId, plantId))
  for (const key of await stored()) await server.ports.files.delete(key)
})
afterAll(() => server.stop())

const dayMs = 86_400_000
const at = (days: number) => new Date(Date.now() + days * dayMs)
const never = new AbortController().signal
const stored = async () => (await Array.fromAsync(server.ports.files.list())).map(({ key }) => key)
const sweep = (days = 2) =>
  sweepFiles({ files: server.ports.files, db: server.database.db, clock: { now: () => at(days) } }, never)

const givenContent = async (id: string = randomUUID()) => {
  await server.ports.files.put(id, inChunks(Buffer.from('content')), { limitBytes: 100, signal: never })
  return id
}
const givenRow = async (state: FileState, given: { id?: string; expiresAt?: Date } = {}) => {
  const id = given.id ?? randomUUID()
  const fixed = { name: 'a.pdf', type: 'application/pdf', bytes: 7, sha256: null, createdBy: 'somebody' }
  const expiresAt = given.expiresAt ?? null
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

it('removes contents without a file, once no file can still be on its way', async () => {
  const orphan = await givenContent()
  const kept = await givenContent(await givenRow('stored'))
  expect(await sweep(0.5)).toMatchObject({ orphans: 0, missing: 0 })
  expect(await stored()).toEqual([orphan, kept].sort())
  expect(await sweep()).toMatchObject({ orphans: 1, missing: 0 })
  expect(await stored()).toEqual([kept])
})

it('marks a file whose content is gone, and unmarks it when it is back', async () => {
  const gone = await givenRow('stored')
  expect(await sweep(0.5)).toMatchObject({ missing: 0 })
  expect(await sweep()).toMatchObject({ missing: 1, orphans: 0 })
  expect(await stateOf(gone)).toBe('missing')
  await givenContent(gone)
  expect(await sweep()).toMatchObject({ foundAgain: 1, orphans: 0 })
  expect(await stateOf(gone)).toBe('stored')
})

it('removes files whose time is over, and what was begun and never ended', async () => {
  const over = await givenContent(await givenRow('stored', { expiresAt: at(1) }))
  const later = await givenContent(await givenRow('stored', { expiresAt: at(3) }))
  const half = await givenContent(await givenRow('storing'))
  expect(await sweep()).toMatchObject({ removed: 2, orphans: 0 })
  expect([await stateOf(over), await stateOf(later), await stateOf(half)]).toEqual(['removed', 'stored', undefined])
  expect(await stored()).toEqual([later])
})

it('compares more than it has in memory at a time', async () => {
  const ids = Array.from({ length: 1_203 }, () => randomUUID())
  for (const id of ids) await givenRow('stored', { id })
  for (const id of ids.slice(0, 3)) await givenContent(id)
  const orphan = await givenContent()
  expect(await sweep()).toMatchObject({ missing: 1_200, orphans: 1 })
  expect(await stored()).not.toContain(orphan)
  expect(await stateOf(ids[0] ?? '')).toBe('stored')
})

it('changes nothing while the storage is away', async () => {
  const gone = await givenRow('stored')
  const away = { ...server.ports.files, probe: () => Promise.reject(new Error('away')) }
  await expect(sweepFiles({ files: away, db: server.database.db, clock: { now: () => at(2) } }, never)).rejects.toThrow(
    'away',
  )
  expect(await stateOf(gone)).toBe('stored')
})
