import { randomBytes } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, lstat, mkdir, open, readdir, rename, rm, statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FileStore, isFileKey } from './file-store.ts'

export type FolderOptions = {
  root: string
  /** Bytes to leave free on the volume: below this it counts as full. */
  minFreeBytes: number
}

/** Partial files have a separate folder, so none is ever found under a key. */
const partsFolder = '.parts'

/**
 * Milliseconds after which a partial file is a leftover of a crash; another node on the folder may still be writing a
 * younger one.
 */
const stalePartMs = 3_600_000

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

const storageFull = (): Error => Object.assign(new Error('too little space is free'), { code: 'ENOSPC' })

/** A directory entry survives a power failure only once the folder itself is synced. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const namesIn = async (path: string, pattern: RegExp): Promise<string[]> =>
  (await readdir(path)).filter((name) => pattern.test(name)).sort()

/** Removes leftovers of a crash. If the folder is unreachable, there is nothing to remove. */
const sweepParts = async (root: string): Promise<void> => {
  const folder = join(root, partsFolder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (Date.now() - (await lstat(path)).mtimeMs > stalePartMs) await rm(path, { force: true })
  }
}

/** Creates the folder if missing. A failure shows again, with its code, on the next write. */
export const prepareFolder = async (root: string): Promise<void> => {
  await mkdir(join(root, partsFolder), { recursive: true, mode: 0o700 })
  await sweepParts(root)
}

/** Stores files in 256 subfolders by the first two digits of the key. */
export const folderFiles = ({ root, minFreeBytes }: FolderOptions): FileStore => {
  const shardOf = (key: string): string => join(root, key.slice(0, 2))
  const pathOf = (key: string): string => join(shardOf(key), key)
  const newPartPath = (): string => join(root, partsFolder, randomBytes(12).toString('hex'))

  /** Null for a missing file; rethrows if the storage folder itself is missing. */
  const nullIfAbsent = async (error: unknown): Promise<null> => {
    if (codeOf(error) !== 'ENOENT') throw error
    await access(join(root, partsFolder))
    return null
  }

  const checkRoom = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(root)
    if (bavail * bsize < minFreeBytes) throw storageFull()
  }

  /** Not recursive: a missing root, as with an unmounted volume, must not be created beneath the mount point. */
  const makeFolder = async (path: string): Promise<void> => {
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return
      throw error
    }
    await syncFolder(root)
  }

  const stat = async (key: string) => {
    try {
      const { size, mtime } = await lstat(pathOf(key))
      return { bytes: size, storedAt: mtime }
    } catch (error) {
      return nullIfAbsent(error)
    }
  }

  return {
    async put(key, chunks, signal) {
      const part = newPartPath()
      await checkRoom()
      try {
        await pipeline(chunks, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), { signal })
        await makeFolder(shardOf(key))
        signal.throwIfAborted()
        await rename(part, pathOf(key))
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined)
        throw error
      }
      await syncFolder(shardOf(key))
    },
    async get(key, range) {
      try {
        const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW)
        return file.createReadStream(range ? { start: range.from, end: range.to } : {})
      } catch (error) {
        return nullIfAbsent(error)
      }
    },
    stat,
    async delete(key) {
      try {
        await unlink(pathOf(key))
      } catch (error) {
        await nullIfAbsent(error)
      }
    },
    async *list() {
      for (const shard of await namesIn(root, /^[0-9a-f]{2}$/))
        for (const key of (await namesIn(join(root, shard), /./)).filter(isFileKey)) {
          const found = await stat(key)
          if (found) yield { key, ...found }
        }
    },
    async probe() {
      await checkRoom()
      // A volume mounted after the start may be empty.
      await makeFolder(join(root, partsFolder))
      const path = newPartPath()
      try {
        await writeFile(path, 'probe', { flag: 'wx', mode: 0o600 })
      } finally {
        await rm(path, { force: true })
      }
    },
    isFull: (error) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? ''),
  }
}
