import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../kernel/log.ts'
import type { Files } from '../../ports/files.ts'
import { copyFile, listBackupFiles, openBackupFiles } from './backup-files.ts'
import { loadRows } from './backup-rows.ts'
import { type EmptyDatabase, importContent, refuseNonEmptyDatabase } from './import-content.ts'
import { BackupError, installationFiles, type Manifest, parts } from './manifest.ts'

/** The empty installation to fill. */
export type Target = EmptyDatabase & { dataDir: string; files: Files; log: Log }

type Backup = { folder: string; manifest: Manifest }

const installationFilesOf = ({ manifest }: Backup) => installationFiles.filter((name) => manifest.parts[name])

/**
 * Files identical to the backup's may come from an interrupted restore; any other file is refused. Returns the names of
 * the existing files.
 */
const refuseForeignFiles = async (backup: Backup, { files, dataDir }: Target): Promise<Set<string>> => {
  const backupKeys = new Set<string>()
  const existingKeys = new Set<string>()
  for await (const { key } of listBackupFiles(backup.folder)) backupKeys.add(key)
  for await (const { key } of files.list()) {
    if (!backupKeys.has(key)) throw new BackupError(`The storage of files is not empty: it holds ${key}`)
    existingKeys.add(key)
  }
  for (const name of installationFilesOf(backup).filter((one) => existsSync(join(dataDir, one)))) {
    if (!readFileSync(join(dataDir, name)).equals(readFileSync(join(backup.folder, name))))
      throw new BackupError(`${dataDir} already contains another ${name}`)
    existingKeys.add(name)
  }
  return existingKeys
}

const restoreFiles = async ({ folder }: Backup, { files, log }: Target): Promise<void> => {
  const from = openBackupFiles(folder, log)
  for await (const { key, sha256 } of listBackupFiles(folder)) {
    const copiedFile = await copyFile(from, files, key)
    if (copiedFile?.sha256 !== sha256) throw new BackupError(`The file ${key} changed while it was read`)
  }
}

const restoreInstallationFiles = async (backup: Backup, { dataDir }: Target): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const name of installationFilesOf(backup)) {
    const path = join(dataDir, name)
    await writeFile(`${path}.new`, await readFile(join(backup.folder, name)), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
  }
}

const removeAllBut = async (existingFiles: Set<string>, backup: Backup, { files, dataDir }: Target): Promise<void> => {
  for (const name of installationFilesOf(backup))
    if (!existingFiles.has(name)) await rm(join(dataDir, name), { force: true })
  for await (const { key } of listBackupFiles(backup.folder)) if (!existingFiles.has(key)) await files.delete(key)
}

/**
 * Fills an empty installation from a checked backup. The database is filled last and in one transaction: before then no
 * server starts on it, and an interrupted restore can be repeated.
 * @throws BackupError if the installation is not empty
 */
export const restoreBackup = async (folder: string, manifest: Manifest, target: Target): Promise<void> => {
  const backup = { folder, manifest }
  await refuseNonEmptyDatabase(target)
  const existingFiles = await refuseForeignFiles(backup, target)
  try {
    await restoreFiles(backup, target)
    await restoreInstallationFiles(backup, target)
    await importContent(target, manifest, loadRows(join(folder, parts.rows)))
  } catch (error) {
    await removeAllBut(existingFiles, backup, target)
    throw error
  }
}
