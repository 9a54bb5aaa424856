import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MigrationError, refuseUnknownMigrations, tablesOfMigrations } from '../database/migrate.ts'
import { folderFiles } from '../files/folder-files.ts'
import { listBackupFiles } from './backup-files.ts'
import { loadRows } from './backup-rows.ts'
import { BackupError, type Manifest, parts, readManifest } from './manifest.ts'
import { type Measured, measure, measureFile } from './measure-content.ts'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

/** A missing file is refused like an altered one. */
const refuseMissing = (partName: string) => (error: unknown) => {
  if (codeOf(error) === 'ENOENT') throw new BackupError(`The backup is incomplete: ${partName} is missing`)
  throw error
}

const refuseMismatch = (partName: string, found: Measured, expected: Measured): void => {
  if (found.bytes !== expected.bytes)
    throw new BackupError(`The backup is incomplete: ${partName} was cut off or altered`)
  if (found.sha256 !== expected.sha256)
    throw new BackupError(`The backup was altered: ${partName} does not match its checksum`)
}

const refuseNewer = ({ migrations, version }: Manifest): void => {
  try {
    refuseUnknownMigrations(migrations)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new BackupError(
      `The backup was taken by version ${version}, whose database this program does not know: restore it with that version`,
    )
  }
}

/** Refuses rows of tables foreign to the migrations, and another number of rows than in the manifest. */
const checkRows = async (path: string, { migrations, rows: expected }: Manifest): Promise<void> => {
  const own = tablesOfMigrations(migrations)
  const found: Record<string, number> = {}
  for await (const { table, lines } of loadRows(path)) found[table] = (found[table] ?? 0) + lines.length
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    if (!own.has(name)) throw new BackupError(`The table ${name} does not belong to this product`)
    if ((found[name] ?? 0) !== (expected[name] ?? 0))
      throw new BackupError(`The backup is incomplete: ${name} does not have its number of rows`)
  }
}

/**
 * Reads a backup completely without changing anything.
 * @throws BackupError if it was cut off or altered, or taken by a newer program
 */
export const checkBackup = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(refuseMissing('manifest.json'))
  const manifest = readManifest(text)
  refuseNewer(manifest)
  for (const [name, expected] of Object.entries(manifest.parts))
    if (expected) refuseMismatch(name, await measureFile(join(folder, name)).catch(refuseMissing(name)), expected)
  await checkRows(join(folder, parts.rows), manifest)
  const contents = folderFiles({ root: join(folder, 'files'), minFreeBytes: 0 })
  for await (const { key, ...expected } of listBackupFiles(folder)) {
    const content = await contents.get(key, undefined, new AbortController().signal)
    if (!content) throw new BackupError(`The backup is incomplete: the file ${key} is missing`)
    refuseMismatch(`the file ${key}`, await measure(content), expected)
  }
  return manifest
}
