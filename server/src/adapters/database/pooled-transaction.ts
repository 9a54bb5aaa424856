import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { AbortedTransaction } from '../../kernel/commit-outcome.ts'
import type { Db, TransactionConfig } from '../../kernel/transaction.ts'
import { insideTransaction } from './transaction-guard.ts'

/** Shared, because it caches the column names of each table. */
const dialect = new PgDialect({ casing: 'snake_case' })

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

function beginStatement({ isolationLevel, accessMode, deferrable, statementMs }: TransactionConfig): string {
  const modes = [
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable === undefined ? undefined : deferrable ? 'deferrable' : 'not deferrable',
  ]
  const begin = ['begin', ...modes].filter(Boolean).join(' ')
  // Sent with BEGIN in one message, to save a round trip.
  return statementMs === undefined ? begin : `${begin}; set local statement_timeout = ${statementMs}`
}

/**
 * Drizzle's own transaction leaks the connection when BEGIN fails, hides the error when ROLLBACK fails too, and treats
 * a COMMIT answered with ROLLBACK as a success.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: TransactionConfig = {},
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
    // A connection unable to roll back is discarded below, and the server rolls back.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}
