import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../kernel/log.ts'
import type { Files } from '../../ports/files.ts'
import { addAll, type EmptyDatabase, refuseFilledDatabase } from './add-all.ts'
import { copyFile, listBackupFiles, openBackupFiles } from './backup-files.ts'
import { loadRows } from './backup-rows.ts'
import { BackupRefused, type Manifest, ownFiles, parts } from './manifest.ts'

/** An installation that is to be filled. */
export type Target = EmptyDatabase & { dataDir: string; files: Files; log: Log }

type Backup = { folder: string; manifest: Manifest }

const ownFilesOf = ({ manifest }: Backup) => ownFiles.filter((name) => manifest.parts[name])

/**
 * What lies there as it is in the backup may have been put there by a restore that was broken off; anything else is refused.
 * Answers the names of what was there.
 */
const refuseOthersFiles = async (backup: Backup, { files, dataDir }: Target): Promise<Set<string>> => {
  const ours = new Set<string>()
  const there = new Set<string>()
  for await (const { key } of listBackupFiles(backup.folder)) ours.add(key)
  for await (const { key } of files.list()) {
    if (!ours.has(key)) throw new BackupRefused(`The storage of files is not empty: it holds ${key}`)
    there.add(key)
  }
  for (const name of ownFilesOf(backup).filter((one) => existsSync(join(dataDir, one)))) {
    if (!readFileSync(join(dataDir, name)).equals(readFileSync(join(backup.folder, name))))
      throw new BackupRefused(`There is another ${name} in ${dataDir} already`)
    there.add(name)
  }
  return there
}

const restoreFiles = async ({ folder }: Backup, { files, log }: Target): Promise<void> => {
  const from = openBackupFiles(folder, log)
  for await (const { key, sha256 } of listBackupFiles(folder)) {
    const copied = await copyFile(from, files, key)
    if (copied?.sha256 !== sha256) throw new BackupRefused(`The file ${key} changed while it was read`)
  }
}

const restoreOwnFiles = async (backup: Backup, { dataDir }: Target): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const name of ownFilesOf(backup)) {
    const path = join(dataDir, name)
    await writeFile(`${path}.new`, await readFile(join(backup.folder, name)), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
  }
}

const removeAllBut = async (kept: Set<string>, backup: Backup, { files, dataDir }: Target): Promise<void> => {
  for (const name of ownFilesOf(backup)) if (!kept.has(name)) await rm(join(dataDir, name), { force: true })
  for await (const { key } of listBackupFiles(backup.folder)) if (!kept.has(key)) await files.delete(key)
}

/**
 * Fills an empty installation from a backup that was checked. The database is filled last and in one transaction: until then
 * nothing starts on it, and a restore that was broken off is done again.
 * @throws BackupRefused where the installation is not empty
 */
export const restoreBackup = async (folder: string, manifest: Manifest, target: Target): Promise<void> => {
  const backup = { folder, manifest }
  await refuseFilledDatabase(target)
  const there = await refuseOthersFiles(backup, target)
  try {
    await restoreFiles(backup, target)
    await restoreOwnFiles(backup, target)
    await addAll(target, manifest, loadRows(join(folder, parts.rows)))
  } catch (error) {
    await removeAllBut(there, backup, target)
    throw error
  }
}
