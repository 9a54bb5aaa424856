import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { inChunks } from '../../testing/files-contract.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import type { FileStore } from './file-store.ts'
import { guardedFiles } from './guarded-files.ts'

const limits = { limitBytes: 1_000_000, signal: new AbortController().signal }
const away = { code: 'STORAGE_UNAVAILABLE' }

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
const guarded = (parts: Partial<FileStore>, log = quietLog()) => guardedFiles(storeWith(parts), { log, patienceMs: 30 })

it('tells a storage that is full half-way from one that is away, and logs why', async () => {
  const failing = (reason: string) => async (_key: string, chunks: AsyncIterable<Uint8Array>) => {
    for await (const _ of chunks) throw new Error(reason)
  }
  const log = quietLog()
  const put = (reason: string) =>
    guarded({ put: failing(reason) }, log).put(randomUUID(), inChunks(Buffer.alloc(9)), limits)
  await expect(put('no room')).rejects.toMatchObject({ code: 'FILE_STORAGE_FULL' })
  await expect(put('input/output error')).rejects.toMatchObject(away)
  expect(log.lines.map(({ details }) => (details as { err: Error }).err.message)).toEqual([
    'no room',
    'input/output error',
  ])
})

it('leaves a storage that hangs alone until it answers again', async () => {
  const hung = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  let calls = 0
  const files = guarded({ stat: async () => hung[calls++]?.promise ?? null })
  for (const _ of hung) await expect(files.stat(randomUUID())).rejects.toMatchObject(away)
  await expect(files.stat(randomUUID())).rejects.toMatchObject(away)
  expect(calls).toBe(2)
  hung[0]?.resolve(null)
  await expect.poll(() => files.stat(randomUUID()).catch(() => 'refused')).toBeNull()
  expect(calls).toBe(3)
})

it('gives up on a storage that takes no more of a file, and tells it so', async () => {
  const told = Promise.withResolvers<void>()
  const files = guarded({
    put: async (_key, chunks, signal) => {
      signal.addEventListener('abort', () => told.resolve())
      for await (const _ of chunks) await new Promise(() => undefined)
    },
  })
  await expect(files.put(randomUUID(), inChunks(Buffer.alloc(9)), limits)).rejects.toMatchObject(away)
  await told.promise
})

it('waits for a source that is slower than a storage may be', async () => {
  const slow = async function* () {
    yield Buffer.from('a')
    await new Promise((resolve) => setTimeout(resolve, 90))
    yield Buffer.from('b')
  }
  expect(await guarded({}).put(randomUUID(), slow(), limits)).toMatchObject({ bytes: 2 })
})

it('cuts a stream that the storage does not go on with', async () => {
  const files = guarded({
    get: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('first')
          await new Promise(() => undefined)
        })(),
      ),
  })
  const stream = await files.get(randomUUID())
  await expect(buffer(stream ?? Readable.from([]))).rejects.toMatchObject(away)
})
