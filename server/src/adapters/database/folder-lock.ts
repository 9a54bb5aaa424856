import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/** Another process, or another database of this one, already holds the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The data folder ${folder} is in use by another running process. ` +
        'Stop that process, or give this one a data folder of its own.',
      { cause },
    )
    this.name = 'FolderInUse'
  }
}

/**
 * Locks a folder, because two servers on it would stop each other's database. The operating system releases an
 * exclusive SQLite transaction whenever its holder dies, so no lock is left behind.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    // In memory: a journal file would need recovery after a crash.
    file.exec('pragma journal_mode = memory; pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    file.close()
    throw new FolderInUse(folder, error)
  }
  return { release: () => file.close() }
}
