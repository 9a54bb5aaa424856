import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { inChunks } from '../../testing/files-contract.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import type { FileStore } from './file-store.ts'
import { guardedFiles } from './guarded-files.ts'

const limits = { limitBytes: 1_000_000, signal: new AbortController().signal }
const unavailable = { code: 'STORAGE_UNAVAILABLE' }

const storeWith = (parts: Partial<FileStore>): FileStore => ({
  put: async (_key, chunks) => void (await Array.fromAsync(chunks)),
  get: async () => null,
  stat: async () => null,
  delete: async () => undefined,
  list: async function* () {},
  probe: async () => undefined,
  isFull: (error) => (error as Error).message === 'no room',
  ...parts,
})
const guardFiles = (parts: Partial<FileStore>, log = quietLog()) =>
  guardedFiles(storeWith(parts), { log, patienceMs: 30 })

it('distinguishes a full storage from an unavailable one and logs the reason', async () => {
  const failAfter = (reason: string) => async (_key: string, chunks: AsyncIterable<Uint8Array>) => {
    for await (const _ of chunks) throw new Error(reason)
  }
  const log = quietLog()
  const putFile = (reason: string) =>
    guardFiles({ put: failAfter(reason) }, log).put(randomUUID(), inChunks(Buffer.alloc(9)), limits)
  await expect(putFile('no room')).rejects.toMatchObject({ code: 'FILE_STORAGE_FULL' })
  await expect(putFile('input/output error')).rejects.toMatchObject(unavailable)
  expect(log.lines.map(({ details }) => (details as { err: Error }).err.message)).toEqual([
    'no room',
    'input/output error',
  ])
})

it('does not call a hanging storage again until it answers', async () => {
  const heldReads = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  let calls = 0
  const files = guardFiles({ stat: async () => heldReads[calls++]?.promise ?? null })
  for (const _ of heldReads) await expect(files.stat(randomUUID())).rejects.toMatchObject(unavailable)
  await expect(files.stat(randomUUID())).rejects.toMatchObject(unavailable)
  expect(calls).toBe(2)
  heldReads[0]?.resolve(null)
  await expect.poll(() => files.stat(randomUUID()).catch(() => 'refused')).toBeNull()
  expect(calls).toBe(3)
})

it('aborts a storage that stops accepting a file', async () => {
  const aborted = Promise.withResolvers<void>()
  const files = guardFiles({
    put: async (_key, chunks, signal) => {
      signal.addEventListener('abort', () => aborted.resolve())
      for await (const _ of chunks) await new Promise(() => undefined)
    },
  })
  await expect(files.put(randomUUID(), inChunks(Buffer.alloc(9)), limits)).rejects.toMatchObject(unavailable)
  await aborted.promise
})

it('waits for a source that is slower than the storage timeout', async () => {
  const slowChunks = async function* () {
    yield Buffer.from('a')
    await new Promise((resolve) => setTimeout(resolve, 90))
    yield Buffer.from('b')
  }
  expect(await guardFiles({}).put(randomUUID(), slowChunks(), limits)).toMatchObject({ bytes: 2 })
})

it('ends a stream that the storage does not continue', async () => {
  const files = guardFiles({
    get: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('first')
          await new Promise(() => undefined)
        })(),
      ),
  })
  const stream = await files.get(randomUUID())
  await expect(buffer(stream ?? Readable.from([]))).rejects.toMatchObject(unavailable)
})
