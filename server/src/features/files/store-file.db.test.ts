import { createHash, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import type { InTransaction } from '../../kernel/work.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findFile, sumBytesOfPlant } from './files.store.ts'
import { storeFile } from './store-file.ts'

let server: TestServer
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  plantId = await server.create.plant()
})
afterAll(() => server.stop())

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'x')])
const mb = 1024 ** 2

type More = { name?: string; bytes?: number; signal?: AbortSignal; inTransaction?: InTransaction }
const store = (content: AsyncIterable<Uint8Array>, parts: More = {}) =>
  storeFile(
    { files: server.ports.files, inTransaction: parts.inTransaction ?? server.inTransaction, quotaMb: 2 },
    {
      plantId,
      ownerKind: 'report',
      name: parts.name ?? 'report.pdf',
      types: ['application/pdf'],
      bytes: parts.bytes ?? pdf.length,
      createdBy: randomUUID(),
      at: server.clock.now(),
      expiresAt: null,
    },
    content,
    parts.signal ?? new AbortController().signal,
  )
const readUsedBytes = () => sumBytesOfPlant(server.database.db, plantId)
const listStoredKeys = async () => (await Array.fromAsync(server.ports.files.list())).map(({ key }) => key)

describe('stored file', () => {
  it('has length, hash, safe name and detected type', async () => {
    const row = await store(inChunks(pdf), { name: '../..\u202E/report.exe' })
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const storedFile = { name: '_.._report.exe', type: 'application/pdf', bytes: pdf.length, sha256, state: 'stored' }
    expect(row).toMatchObject(storedFile)
    expect(await findFile(server.database.db, row.id)).toMatchObject(storedFile)
    expect(await text((await server.ports.files.get(row.id)) ?? inChunks(Buffer.alloc(0)))).toBe(String(pdf))
  })

  it('may be shorter than announced and counts its real length', async () => {
    await store(inChunks(pdf), { bytes: mb })
    expect(await readUsedBytes()).toBe(pdf.length)
  })

  it('remains after a commit without an answer', async () => {
    let transactions = 0
    const inTransaction: InTransaction = async (work) => {
      const result = await server.inTransaction(work)
      transactions += 1
      if (transactions === 2) throw new Refusal('OUTCOME_UNKNOWN')
      return result
    }
    await expect(store(inChunks(pdf), { inTransaction })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await readUsedBytes()).toBe(pdf.length)
    const { rows } = await server.database.pool.query('select state from file where plant_id = $1', [plantId])
    expect(rows).toEqual([{ state: 'stored' }])
  })
})

describe('refused file', () => {
  const expectRefusal = async (storing: Promise<unknown>, code: string, details?: object) => {
    // Handled before the await, because it may reject earlier and count as unhandled.
    storing.catch(() => undefined)
    const before = await listStoredKeys()
    await expect(storing).rejects.toMatchObject({ code, ...(details && { details }) })
    expect(await listStoredKeys()).toEqual(before)
    expect(await readUsedBytes()).toBe(0)
  }

  it('has another content type than allowed', async () => {
    await expectRefusal(store(inChunks(Buffer.from('<script>alert(1)</script>'))), 'FILE_TYPE_REFUSED', {
      type: 'application/octet-stream',
    })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    await expectRefusal(store(inChunks(png)), 'FILE_TYPE_REFUSED', { type: 'image/png' })
  })

  it('is larger than announced', () =>
    expectRefusal(store(inChunks(pdf), { bytes: pdf.length - 1 }), 'PAYLOAD_TOO_LARGE'))

  it('exceeds the plant quota before a byte is read', async () => {
    let isRead = false
    const content = async function* () {
      isRead = true
      yield pdf
    }
    await expectRefusal(store(content(), { bytes: 2 * mb + 1 }), 'FILE_QUOTA_EXCEEDED', { usedMb: 0, allowedMb: 2 })
    expect(isRead).toBe(false)
  })

  it('leaves nothing after a timeout', async () => {
    const lateAbort = new AbortController()
    const content = async function* () {
      yield pdf
      lateAbort.abort(new Error('out of time'))
      await new Promise(() => undefined)
    }
    await expect(store(content(), { signal: lateAbort.signal })).rejects.toThrow('out of time')
    expect(await readUsedBytes()).toBe(0)
  })
})

it('does not reserve the same space twice', async () => {
  const release = Promise.withResolvers<void>()
  let refusals = 0
  const content = async function* () {
    await release.promise
    yield pdf
  }
  const pendingSaves = [1, 2, 3, 4].map(() =>
    store(content(), { bytes: mb - 1 }).catch((error: unknown) => {
      refusals++
      throw error
    }),
  )
  const outcomes = Promise.allSettled(pendingSaves)
  await expect.poll(() => refusals).toBe(2)
  release.resolve()
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await readUsedBytes()).toBe(2 * pdf.length)
})

it('a file of another plant does not count against the quota', async () => {
  await store(inChunks(pdf), { bytes: pdf.length })
  plantId = await server.create.plant()
  expect(await readUsedBytes()).toBe(0)
  await store(inChunks(pdf), { bytes: 2 * mb })
})
