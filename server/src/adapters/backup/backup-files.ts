import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Log } from '../../kernel/log.ts'
import type { Files } from '../../ports/files.ts'
import { folderFiles, prepareFolder } from '../files/folder-files.ts'
import { guardedFiles } from '../files/guarded-files.ts'
import { linesOf } from './lines.ts'
import { parts } from './manifest.ts'
import { createMeter } from './measure-content.ts'

const listedFile = z.strictObject({ key: z.uuid(), bytes: z.int().min(0), sha256: z.string() })

/** A file of a backup, as listed in it. */
export type ListedFile = z.infer<typeof listedFile>

const unlimited = { limitBytes: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal }

const rootOf = (folder: string): string => join(folder, 'files')

/** The contents of the files in a backup. */
export const openBackupFiles = (folder: string, log: Log): Files =>
  guardedFiles(folderFiles({ root: rootOf(folder), minFreeBytes: 0 }), { log })

/** Copies a file to another store; null if it no longer exists, as an expired one. */
export const copyFile = async (from: Files, to: Files, key: string): Promise<ListedFile | null> => {
  const content = await from.get(key)
  return content && { key, ...(await to.put(key, content, unlimited)) }
}

/** Copies every stored file, and writes their list. */
export const saveFiles = async (folder: string, from: Files, log: Log) => {
  await prepareFolder(rootOf(folder))
  const to = openBackupFiles(folder, log)
  const total = { count: 0, bytes: 0 }
  const lines = async function* () {
    for await (const { key } of from.list()) {
      const copiedFile = await copyFile(from, to, key)
      if (!copiedFile) continue
      total.count += 1
      total.bytes += copiedFile.bytes
      yield `${JSON.stringify(copiedFile)}\n`
    }
  }
  const { meter, measured } = createMeter()
  const file = createWriteStream(join(folder, parts.files), { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), meter, file)
  return { files: total, part: measured() }
}

/** The files of a backup, one at a time. */
export async function* listBackupFiles(folder: string): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(createReadStream(join(folder, parts.files))))
    yield listedFile.parse(JSON.parse(line))
}
