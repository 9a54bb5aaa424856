import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { AbortedTransaction } from '../../kernel/commit-outcome.ts'
import type { Db, TransactionConfig } from '../../kernel/transaction.ts'
import { insideTransaction } from './transaction-guard.ts'

/** One for all: it remembers how the columns of each table are called. */
const dialect = new PgDialect({ casing: 'snake_case' })

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

function beginStatement({ isolationLevel, accessMode, deferrable, statementMs }: TransactionConfig): string {
  const modes = [
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable === undefined ? undefined : deferrable ? 'deferrable' : 'not deferrable',
  ]
  const begin = ['begin', ...modes].filter(Boolean).join(' ')
  // In one message with BEGIN: it costs no round trip.
  return statementMs === undefined ? begin : `${begin}; set local statement_timeout = ${statementMs}`
}

/**
 * Drizzle's own transaction leaks the connection when BEGIN fails, hides the error when ROLLBACK fails too, and takes a
 * COMMIT that PostgreSQL answered with ROLLBACK for a success.
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
    // A connection that cannot even roll back is thrown away below, and the server rolls back for it.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}
