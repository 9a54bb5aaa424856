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
  plantId = await server.given.plant()
  open = opener()
})
afterAll(() => server.stop())

const opener = () => createFileOpener({ files: server.ports.files, db: server.database.db })
const lengths = { small: 5_000, large: checkedFirstBytes + 500_000 }
const contentOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 11) % 253))
const never = new AbortController().signal
const put = (id: string, content: Buffer) =>
  server.ports.files.put(id, inChunks(content), { limitBytes: content.length, signal: never })

/** A row with what the storage holds of it, which may be something else. */
const given = async (content: Buffer, held: Buffer | null = content): Promise<FileRow> => {
  const id = randomUUID()
  if (held) await put(id, held)
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
const bytesOf = (opened: Buffer | Readable) => (Buffer.isBuffer(opened) ? Promise.resolve(opened) : buffer(opened))
const now = async ({ id }: FileRow) => {
  const row = await findFile(server.database.db, id)
  if (!row) throw new Error('the row is gone')
  return row
}
const altered = (content: Buffer) => {
  const copy = Buffer.from(content)
  copy[content.length - 7] = 255
  return copy
}
const damaged = { code: 'FILE_DAMAGED' }

describe.each(Object.entries(lengths))('a %s file', (_, length) => {
  const content = contentOf(length)
  const range = { from: 100, to: length - 50 }

  it('is opened whole, or a part of it', async () => {
    const row = await given(content)
    expect(content.equals(await bytesOf(await open(row, null)))).toBe(true)
    expect(content.subarray(100, length - 49).equals(await bytesOf(await open(row, range)))).toBe(true)
    expect(content.subarray(100, length - 49).equals(await bytesOf(await opener()(row, range)))).toBe(true)
  })

  it('that is gone, shorter or longer is refused, and marked', async () => {
    for (const [held, state] of [
      [null, 'missing'],
      [content.subarray(0, -1), 'damaged'],
      [Buffer.concat([content, content]), 'damaged'],
    ] as const) {
      const row = await given(content, held)
      await expect(open(row, null)).rejects.toMatchObject(damaged)
      expect(await now(row)).toMatchObject({ state })
    }
  })

  it('that was altered is given to nobody whole, is refused the next time, and works when it is as it was', async () => {
    const row = await given(content, altered(content))
    const opened = open(row, null).then(bytesOf)
    await expect(opened).rejects.toMatchObject(damaged)
    await expect(open(await now(row), null)).rejects.toMatchObject(damaged)
    await expect(open(await now(row), range)).rejects.toMatchObject(damaged)
    await put(row.id, content)
    expect(content.equals(await bytesOf(await open(await now(row), null)))).toBe(true)
    expect(await now(row)).toMatchObject({ state: 'stored' })
  })

  it('of which a part is asked for is checked as a whole', async () => {
    const row = await given(content, altered(content))
    await expect(open(row, { from: 0, to: 9 })).rejects.toMatchObject(damaged)
  })
})

it('keeps the end of a large file back until all of it is known to be right', async () => {
  const content = contentOf(lengths.large)
  const opened = await open(await given(content, altered(content)), null)
  let received = 0
  const receive = async () => {
    for await (const piece of opened as Readable) received += piece.length
  }
  await expect(receive()).rejects.toMatchObject(damaged)
  expect(received).toBeGreaterThan(0)
  expect(received).toBeLessThan(content.length)
})
