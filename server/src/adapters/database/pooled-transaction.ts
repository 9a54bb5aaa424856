import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from '../../kernel/transaction.ts'
import { insideTransaction } from './transaction-guard.ts'

/** A statement of the transaction failed, the caller went on as if it had not, and PostgreSQL undid everything. */
export class AbortedTransaction extends Error {
  constructor() {
    super('The transaction was rolled back: one of its statements failed and the error was swallowed')
    this.name = 'AbortedTransaction'
  }
}

/** One for all: it remembers how the columns of each table are called. */
const dialect = new PgDialect({ casing: 'snake_case' })

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

function beginStatement({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  const modes = [
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable === undefined ? undefined : deferrable ? 'deferrable' : 'not deferrable',
  ]
  return ['begin', ...modes].filter(Boolean).join(' ')
}

/**
 * Drizzle's own transaction leaks the connection when BEGIN fails, hides the error when ROLLBACK fails too, and takes a
 * COMMIT that PostgreSQL answered with ROLLBACK for a success.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig = {},
): Promise<T> {
  const client = await pool.connect()
  try {
    const tx: Transaction = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined)
    await client.query(beginStatement(config))
    const result = await insideTransaction(() => work(tx))
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new AbortedTransaction()
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away below, and the server rolls back for it.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}
