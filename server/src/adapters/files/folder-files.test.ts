import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { inChunks, testFileStore } from '../../testing/files-contract.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { folderFiles, prepareFolder } from './folder-files.ts'
import { guardedFiles } from './guarded-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const open = async (name: string, minFreeBytes = 0) => {
  const root = join(folder, name)
  await prepareFolder(root)
  return { root, files: guardedFiles(folderFiles({ root, minFreeBytes }), { log: quietLog() }) }
}
const limits = { limitBytes: 1_000_000, signal: new AbortController().signal }
const helloChunks = () => inChunks(Buffer.from('hello'))

describe('folder storage', () => {
  testFileStore(async () => {
    const { root, files } = await open('alike')
    const listFiles = async () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    return { files, listFiles }
  })
})

describe('unavailable folder', () => {
  it('is reported for every operation, not recreated, and works again when back', async () => {
    const { root, files } = await open('away')
    const key = randomUUID()
    await files.put(key, helloChunks(), limits)
    renameSync(root, `${root}-elsewhere`)
    const unavailable = { code: 'STORAGE_UNAVAILABLE' }
    await expect(files.put(randomUUID(), helloChunks(), limits)).rejects.toMatchObject(unavailable)
    await expect(files.get(key)).rejects.toMatchObject(unavailable)
    await expect(files.stat(key)).rejects.toMatchObject(unavailable)
    await expect(files.delete(key)).rejects.toMatchObject(unavailable)
    await expect(Array.fromAsync(files.list())).rejects.toMatchObject(unavailable)
    await expect(files.probe()).rejects.toMatchObject(unavailable)
    expect(existsSync(root)).toBe(false)
    renameSync(`${root}-elsewhere`, root)
    await expect(files.probe()).resolves.toBeUndefined()
    expect(await text((await files.get(key)) ?? helloChunks())).toBe('hello')
  })

  it('may come back empty', async () => {
    const { root, files } = await open('empty')
    rmSync(root, { recursive: true })
    mkdirSync(root)
    await files.probe()
    await files.put(randomUUID(), helloChunks(), limits)
    expect(await Array.fromAsync(files.list())).toHaveLength(1)
  })
})

it('is reported as full before the last byte is used', async () => {
  const { files } = await open('full', Number.MAX_SAFE_INTEGER)
  const storageFull = { code: 'FILE_STORAGE_FULL' }
  await expect(files.put(randomUUID(), helloChunks(), limits)).rejects.toMatchObject(storageFull)
  await expect(files.probe()).rejects.toMatchObject(storageFull)
})

it('removes old partial files after a crash but no recent ones', async () => {
  const { root } = await open('crashed')
  for (const name of ['old', 'young']) writeFileSync(join(root, '.parts', name), 'half')
  const before = Date.now() / 1000 - 2 * 3600
  utimesSync(join(root, '.parts', 'old'), before, before)
  await prepareFolder(root)
  expect(readdirSync(join(root, '.parts'))).toEqual(['young'])
})
