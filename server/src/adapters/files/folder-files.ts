import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '../../ports/files.ts'

/** Our own keys only: what a person types never becomes a path. */
const keyPattern = /^[a-z0-9][a-z0-9/-]{0,120}(\.[a-z0-9]{1,8})?$/

/** Keeps files in a folder. A file is there whole or not at all, also after a crash. */
export const folderFiles = (root: string): Files => {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key) || key.includes('//')) throw new Error('not a file key')
    return join(root, key)
  }
  return {
    async write(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const half = `${path}.part`
      const file = await open(half, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(half, path)
    },
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}
