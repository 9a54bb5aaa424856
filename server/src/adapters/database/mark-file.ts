import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const markSchema = z.object({ installation: z.uuid(), aliveAt: z.iso.datetime() })

/** The last database state seen with this data folder; not included in a backup or dump of the database. */
export const openMarkFile = (dataDir: string) => {
  const path = join(dataDir, 'installation.json')
  return {
    /** Null if missing, as in a new data folder, or unreadable. */
    read(): z.infer<typeof markSchema> | null {
      try {
        return markSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return null
      }
    },
    write(mark: z.infer<typeof markSchema>): void {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      const file = openSync(`${path}.new`, 'w', 0o600)
      writeSync(file, JSON.stringify(mark))
      fsyncSync(file)
      closeSync(file)
      renameSync(`${path}.new`, path)
    },
  }
}
