import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../kernel/log.ts'
import type { Files } from '../../ports/files.ts'
import { folderFiles, prepareFolder } from './folder-files.ts'
import { guardedFiles } from './guarded-files.ts'

export type FileSettings = Pick<Config, 'dataDir' | 'filesDir' | 's3' | 'filesMinFreeMb'>

/** Opens the configured file storage. An unavailable one is used as soon as it is back. */
export const openFiles = async (settings: FileSettings, log: Log): Promise<Files> => {
  if (settings.s3) {
    // Loaded on demand: its client is large, and most installations use a folder.
    const { s3Files } = await import('./s3-files.ts')
    return guardedFiles(s3Files(settings.s3), { log })
  }
  const root = settings.filesDir ?? join(settings.dataDir, 'files')
  await prepareFolder(root).catch((error: unknown) => log.error({ err: error }, 'The folder of files cannot be used'))
  return guardedFiles(folderFiles({ root, minFreeBytes: settings.filesMinFreeMb * 1024 ** 2 }), { log })
}
