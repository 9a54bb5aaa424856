import { statfs } from 'node:fs/promises'

type DiskSpace = { free: number; size: number }

/** Milliseconds for the file system to answer. */
const answerWithinMs = 1_000

/**
 * Free and total bytes of the volume of a folder; null while the file system does not answer. A hanging one is not
 * asked again, because each question blocks one of the process's few file threads.
 */
export const watchDisk = (folder: string): (() => Promise<DiskSpace | null>) => {
  let asking: Promise<DiskSpace | null> | null = null
  const ask = async (): Promise<DiskSpace | null> => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  }
  return async () => {
    asking ??= ask()
      .catch(() => null)
      .finally(() => {
        asking = null
      })
    const { promise, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), answerWithinMs)
    return Promise.race([asking, promise]).finally(() => clearTimeout(timer))
  }
}
