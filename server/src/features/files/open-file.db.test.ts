import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inChunks } from '../../testing/files-contract.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type FileRow, findFile, insertFile } from './files.store.ts'
import { checkedFirstBytes, createFileOpener } from './open-file.ts'

let server: TestServer
let plantId: string
let open: ReturnType<typeof createFileOpener>
beforeAll(async () => {
  server = await createTestServer()
  plantId = await server.create.plant()
  open = opener()
})
afterAll(() => server.stop())

const opener = () => createFileOpener({ files: server.ports.files, db: server.database.db })
const lengths = { small: 5_000, large: checkedFirstBytes + 500_000 }
const contentOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 11) % 253))
const neverAborted = new AbortController().signal
const putFile = (id: string, content: Buffer) =>
  server.ports.files.put(id, inChunks(content), { limitBytes: content.length, signal: neverAborted })

/** A row with the stored content, which may differ. */
const createFile = async (content: Buffer, storedBytes: Buffer | null = content): Promise<FileRow> => {
  const id = randomUUID()
  if (storedBytes) await putFile(id, storedBytes)
  const row: FileRow = {
    id,
    plantId,
    ownerKind: 'report',
    name: 'report.pdf',
    type: 'application/pdf',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    state: 'stored',
    createdAt: server.clock.now(),
    createdBy: randomUUID(),
    expiresAt: null,
  }
  await insertFile(server.database.db, row)
  return row
}
const bytesOf = (openedFile: Buffer | Readable) =>
  Buffer.isBuffer(openedFile) ? Promise.resolve(openedFile) : buffer(openedFile)
const now = async ({ id }: FileRow) => {
  const row = await findFile(server.database.db, id)
  if (!row) throw new Error('the row is gone')
  return row
}
const alterContent = (content: Buffer) => {
  const copy = Buffer.from(content)
  copy[content.length - 7] = 255
  return copy
}
const damaged = { code: 'FILE_DAMAGED' }

describe.each(Object.entries(lengths))('a %s file', (_, length) => {
  const content = contentOf(length)
  const range = { from: 100, to: length - 50 }

  it('is opened completely or in part', async () => {
    const row = await createFile(content)
    expect(content.equals(await bytesOf(await open(row, null)))).toBe(true)
    expect(content.subarray(100, length - 49).equals(await bytesOf(await open(row, range)))).toBe(true)
    expect(content.subarray(100, length - 49).equals(await bytesOf(await opener()(row, range)))).toBe(true)
  })

  it('is refused and marked when missing, shorter or longer', async () => {
    for (const [storedBytes, state] of [
      [null, 'missing'],
      [content.subarray(0, -1), 'damaged'],
      [Buffer.concat([content, content]), 'damaged'],
    ] as const) {
      const row = await createFile(content, storedBytes)
      await expect(open(row, null)).rejects.toMatchObject(damaged)
      expect(await now(row)).toMatchObject({ state })
    }
  })

  it('is never sent completely when altered, and works again when repaired', async () => {
    const row = await createFile(content, alterContent(content))
    const openedFile = open(row, null).then(bytesOf)
    await expect(openedFile).rejects.toMatchObject(damaged)
    await expect(open(await now(row), null)).rejects.toMatchObject(damaged)
    await expect(open(await now(row), range)).rejects.toMatchObject(damaged)
    await putFile(row.id, content)
    expect(content.equals(await bytesOf(await open(await now(row), null)))).toBe(true)
    expect(await now(row)).toMatchObject({ state: 'stored' })
  })

  it('is verified completely for a partial request', async () => {
    const row = await createFile(content, alterContent(content))
    await expect(open(row, { from: 0, to: 9 })).rejects.toMatchObject(damaged)
  })
})

it('the end of a large file is held back until it is verified', async () => {
  const content = contentOf(lengths.large)
  const openedFile = await open(await createFile(content, alterContent(content)), null)
  let receivedBytes = 0
  const receive = async () => {
    for await (const chunk of openedFile as Readable) receivedBytes += chunk.length
  }
  await expect(receive()).rejects.toMatchObject(damaged)
  expect(receivedBytes).toBeGreaterThan(0)
  expect(receivedBytes).toBeLessThan(content.length)
})
