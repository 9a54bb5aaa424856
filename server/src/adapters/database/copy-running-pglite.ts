import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { runningDatabase } from './running-database.ts'

const slot = 'vigilux_backup'

/** Written anew by every start, or copied when all else is. */
const leftOut = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'postmaster.pid', 'postmaster.opts'])

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

/** Copies a folder that is being written to. What disappears meanwhile is not needed: the log says what became of it. */
const copyTree = async (from: string, to: string, skip: ReadonlySet<string> = new Set()): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (skip.has(entry.name)) {
      if (entry.isDirectory()) await mkdir(target, { mode: 0o700 })
    } else if (entry.isDirectory()) await copyTree(source, target)
    else
      await copyFile(source, target).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
  }
}

/** What a command that was killed in the middle has left: nobody else has a backup under way, the lock says. */
const clearLeftovers = async (client: pg.Client): Promise<void> => {
  await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    slot,
  ])
  await client.query('select pg_backup_stop(false)').catch(() => undefined)
}

/**
 * Copies the built-in database while a server runs on it, as PostgreSQL's own tools copy a cluster: pages may be torn, and the
 * log that was written meanwhile mends them when the copy is opened. The engine serves others all the time; a
 * transaction as long as this one would keep everybody waiting, since it serves one at a time.
 * @param to folder that becomes the data folder of the copy
 */
export const copyRunningPglite = async (dataDir: string, to: string): Promise<void> => {
  const running = runningDatabase(dataDir)
  if (!running) throw new Error(`No server runs on ${dataDir}`)
  const lock = lockFolder(running.socketFolder)
  const client = new pg.Client({ connectionString: running.url, application_name: 'vigilux backup' })
  const [source, target] = [join(dataDir, 'pglite'), join(to, 'pglite')]
  try {
    await client.connect()
    await clearLeftovers(client)
    // Without it a checkpoint might remove log that the copy needs. A temporary one would go with anybody's next error.
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await client.query(`select pg_backup_start('vigilux', true)`)
    await copyTree(source, target, leftOut)
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    await copyTree(join(source, 'pg_wal'), join(target, 'pg_wal'))
    await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 })
    await client.query('select pg_drop_replication_slot($1)', [slot])
  } finally {
    await client.end()
    lock.release()
  }
}
