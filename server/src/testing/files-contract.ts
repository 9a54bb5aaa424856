import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import type { Files } from '../ports/files.ts'

/** A file storage as a test opens it. */
export type OpenedFiles = {
  files: Files
  /** Names of everything stored, to see partial files. */
  listFiles(): Promise<string[]>
}

const neverAborted = new AbortController().signal
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Several chunks, so nothing is complete by chance. */
export const inChunks = async function* (bytes: Uint8Array, pieceBytes = 65_536) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const large = Buffer.from(Array.from({ length: 700_001 }, (_, index) => (index * 7) % 251))
const limits = { limitBytes: 20_000_000, signal: neverAborted }

/** Contract tests for every file storage. */
export const testFileStore = (open: () => Promise<OpenedFiles>): void => {
  let files: Files
  let listFiles: OpenedFiles['listFiles']
  beforeAll(async () => {
    ;({ files, listFiles } = await open())
  })

  const bytesOf = async (key: string, range?: { from: number; to: number }): Promise<Buffer> => {
    const stream = await files.get(key, range)
    if (!stream) throw new Error('no such file')
    return buffer(stream)
  }

  it('gives back what was stored, with its length and its hash', async () => {
    const key = randomUUID()
    const storedFile = await files.put(key, inChunks(large), limits)
    expect(storedFile).toEqual({ bytes: large.length, sha256: sha256Of(large) })
    expect(large.equals(await bytesOf(key))).toBe(true)
    expect(await files.stat(key)).toMatchObject({ bytes: large.length })
    expect(Date.now() - ((await files.stat(key))?.storedAt.getTime() ?? 0)).toBeLessThan(60_000)
  })

  it('stores a file that is empty, and one of several megabytes', async () => {
    const [empty, longFile] = [randomUUID(), randomUUID()]
    expect(await files.put(empty, inChunks(Buffer.alloc(0)), limits)).toMatchObject({ bytes: 0 })
    expect(await bytesOf(empty)).toHaveLength(0)
    const bytes = Buffer.alloc(12_000_000, 'emergency lighting ')
    expect(await files.put(longFile, inChunks(bytes), limits)).toEqual({ bytes: bytes.length, sha256: sha256Of(bytes) })
    expect(sha256Of(await bytesOf(longFile))).toBe(sha256Of(bytes))
  })

  it('gives a range, first and last byte included', async () => {
    const key = randomUUID()
    await files.put(key, inChunks(large), limits)
    expect(large.subarray(10, 100_001).equals(await bytesOf(key, { from: 10, to: 100_000 }))).toBe(true)
    expect(large.subarray(-1).equals(await bytesOf(key, { from: large.length - 1, to: large.length - 1 }))).toBe(true)
  })

  it('replaces what was there', async () => {
    const key = randomUUID()
    await files.put(key, inChunks(large), limits)
    await files.put(key, inChunks(Buffer.from('new')), limits)
    expect(String(await bytesOf(key))).toBe('new')
  })

  it('has nothing under a key that was never stored, or was deleted', async () => {
    const key = randomUUID()
    expect([await files.get(key), await files.stat(key)]).toEqual([null, null])
    await files.put(key, inChunks(large), limits)
    await files.delete(key)
    await files.delete(key)
    expect([await files.get(key), await files.stat(key)]).toEqual([null, null])
  })

  it('refuses what is longer than its limit, and keeps nothing of it', async () => {
    const before = await listFiles()
    const tooLongPut = files.put(randomUUID(), inChunks(large), { ...limits, limitBytes: large.length - 1 })
    await expect(tooLongPut).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect(await listFiles()).toEqual(before)
  })

  it('keeps nothing, and what was there before, where the source fails half-way', async () => {
    const key = randomUUID()
    await files.put(key, inChunks(Buffer.from('old')), limits)
    const before = await listFiles()
    const failAfter = async function* () {
      yield* inChunks(large)
      throw new Error('the connection was cut')
    }
    await expect(files.put(key, failAfter(), limits)).rejects.toThrow('the connection was cut')
    const failingLate = async function* () {
      yield* inChunks(Buffer.alloc(12_000_000))
      throw new Error('the connection was cut')
    }
    await expect(files.put(randomUUID(), failingLate(), limits)).rejects.toThrow('the connection was cut')
    expect(String(await bytesOf(key))).toBe('old')
    expect(await listFiles()).toEqual(before)
  })

  it('ends with the signal while the source stalls, and keeps nothing', async () => {
    const before = await listFiles()
    const giveUp = new AbortController()
    const stalling = async function* () {
      yield* inChunks(large)
      giveUp.abort(new Error('out of time'))
      await new Promise(() => undefined)
    }
    const stalledUpload = files.put(randomUUID(), stalling(), { ...limits, signal: giveUp.signal })
    await expect(stalledUpload).rejects.toThrow('out of time')
    await expect.poll(listFiles).toEqual(before)
  })

  it('lists every file in the order of the keys', async () => {
    const keys = Array.from({ length: 12 }, () => randomUUID())
    for (const key of keys) await files.put(key, inChunks(Buffer.from(key)), limits)
    const storedKeys = await Array.fromAsync(files.list())
    const names = storedKeys.map(({ key }) => key)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(expect.arrayContaining(keys))
    expect(storedKeys.find(({ key }) => key === keys[0])).toMatchObject({ bytes: 36, storedAt: expect.any(Date) })
  })

  it('takes no key but its own kind', async () => {
    for (const key of ['../../etc/passwd', 'a', '', `${randomUUID()}/x`, randomUUID().toUpperCase()]) {
      await expect(files.stat(key)).rejects.toThrow('not a file key')
      await expect(files.get(key)).rejects.toThrow('not a file key')
      await expect(files.delete(key)).rejects.toThrow('not a file key')
      await expect(files.put(key, inChunks(large), limits)).rejects.toThrow('not a file key')
    }
  })

  it('is ready', async () => {
    await expect(files.probe()).resolves.toBeUndefined()
  })
}
