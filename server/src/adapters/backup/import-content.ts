import { drizzle } from 'drizzle-orm/node-postgres'
import type { Tx } from '../../kernel/transaction.ts'
import type { Database } from '../database/open-database.ts'
import type { RowChunk } from './backup-rows.ts'
import { fillDatabase } from './fill-database.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { inOneTransaction } from './one-transaction.ts'
import { hasTables } from './tables.ts'

/** The empty database to fill. */
export type EmptyDatabase = {
  database: Database
  /** Prepares its job queues; they are closed at the end. */
  openQueues(): Promise<Queues>
}

export type Queues = {
  enqueue(tx: Tx, job: Manifest['jobs'][number]): Promise<unknown>
  stop(): Promise<void>
}

/** A snapshot of rows with its metadata. */
export type Content = Pick<Manifest, 'migrations' | 'sequences' | 'jobs' | 'rows'>

/** @throws BackupError where the database has tables: nothing is ever written over what is there */
export const refuseNonEmptyDatabase = async ({ database }: EmptyDatabase): Promise<void> => {
  if (await inOneTransaction(database, 'isolation level read committed', hasTables))
    throw new BackupError('The database is not empty')
}

const refuseCountMismatch = (addedCounts: Record<string, number>, expectedCounts: Record<string, number>): void => {
  const names = new Set([...Object.keys(addedCounts), ...Object.keys(expectedCounts)])
  const mismatched = [...names].filter((name) => (addedCounts[name] ?? 0) !== (expectedCounts[name] ?? 0))
  if (mismatched.length > 0) throw new BackupError(`Not as many rows as there should be: ${mismatched.join(', ')}`)
}

/** Imports the whole content or nothing: one transaction covers tables, rows, sequences and waiting jobs. */
export const importContent = async (target: EmptyDatabase, content: Content, chunks: AsyncIterable<RowChunk>) => {
  const queues = await target.openQueues()
  try {
    await inOneTransaction(target.database, 'isolation level read committed', async (connection) => {
      refuseCountMismatch(await fillDatabase(connection, content, chunks), content.rows)
      const tx = drizzle({ client: connection })
      for (const job of content.jobs) await queues.enqueue(tx, job)
    })
  } finally {
    await queues.stop()
  }
}
