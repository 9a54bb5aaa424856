import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MigrationRefused, refuseUnknownMigrations } from '../database/migrate.ts'
import { folderFiles } from '../files/folder-files.ts'
import { listBackupFiles } from './backup-files.ts'
import { type Measured, measure, measureFile } from './hashed.ts'
import { BackupRefused, type Manifest, readManifest } from './manifest.ts'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

/** What is missing is refused as what was altered is. */
const refuseMissing = (what: string) => (error: unknown) => {
  if (codeOf(error) === 'ENOENT') throw new BackupRefused(`The backup is not whole: ${what} is missing`)
  throw error
}

const refuseOther = (what: string, found: Measured, known: Measured): void => {
  if (found.bytes !== known.bytes) throw new BackupRefused(`The backup is not whole: ${what} was cut off or altered`)
  if (found.sha256 !== known.sha256) throw new BackupRefused(`The backup was altered: ${what} is not as it was written`)
}

const refuseNewer = ({ migrations, version }: Manifest): void => {
  try {
    refuseUnknownMigrations(migrations)
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error
    throw new BackupRefused(
      `The backup was taken by version ${version}, whose database this program does not know: restore it with that version`,
    )
  }
}

/**
 * Reads a backup from end to end and changes nothing.
 * @throws BackupRefused where it was cut off or altered, or taken by a program that is newer than this one
 */
export const checkBackup = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(refuseMissing('manifest.json'))
  const manifest = readManifest(text)
  refuseNewer(manifest)
  for (const [name, known] of Object.entries(manifest.parts))
    if (known) refuseOther(name, await measureFile(join(folder, name)).catch(refuseMissing(name)), known)
  const contents = folderFiles({ root: join(folder, 'files'), minFreeBytes: 0 })
  for await (const { key, ...known } of listBackupFiles(folder)) {
    const content = await contents.get(key, undefined, new AbortController().signal)
    if (!content) throw new BackupRefused(`The backup is not whole: the file ${key} is missing`)
    refuseOther(`the file ${key}`, await measure(content), known)
  }
  return manifest
}
