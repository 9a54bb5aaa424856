import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** When the last backup of this installation was taken, in its data folder. */
const markSchema = z.object({ takenAt: z.iso.datetime() })

const pathIn = (dataDir: string): string => join(dataDir, 'last-backup.json')

/** Seconds since 1970; null if no backup was ever taken with this data folder. */
export const readLastBackup = async (dataDir: string): Promise<number | null> => {
  try {
    const { takenAt } = markSchema.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')))
    return Date.parse(takenAt) / 1000
  } catch {
    return null
  }
}

export const markBackup = async (dataDir: string, takenAt: string): Promise<void> => {
  const path = pathIn(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, JSON.stringify({ takenAt }), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
