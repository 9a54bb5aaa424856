import { checkDatabase } from './dead-letters.store.ts'
import { databaseErrorOf, sqlStates } from './sql-state.ts'
import type { InTransaction } from './work.ts'

/**
 * SQLSTATE classes for connection, concurrency, resources, operator and system: the fault is PostgreSQL's, not the
 * statement's. Includes a read-only database (25006); excludes a statement canceled for its duration (57014).
 */
const unavailableStates = /^(?:08|40|53|57|58)|^25006$/

/** Error codes of the driver and the system for a lost connection; the driver's own messages carry no code. */
const connectionCodes = /^(?:ECONN|EPIPE|ENOSPC|ENOENT|ETIMEDOUT|EHOSTUNREACH)/
const connectionMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable/i

/** Whether an error means the database is unreachable, or cannot accept anything at present. */
export const isConnectionError = (error: unknown): boolean => {
  const report = databaseErrorOf(error)
  if (report !== undefined)
    return (
      (report.code !== sqlStates.queryCanceled && unavailableStates.test(report.code)) ||
      // An internal error at the end or start of the connection: no statement is at fault.
      (report.severity === 'FATAL' && report.code.startsWith('XX'))
    )
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && connectionCodes.test(code)) return true
    if (connectionMessages.test(current.message)) return true
  }
  return false
}

/**
 * Whether the database caused a transaction to fail: its error says so, or it cannot run even the simplest statement.
 */
export const isDatabaseUnavailable = async (error: unknown, inTransaction: InTransaction): Promise<boolean> => {
  if (isConnectionError(error)) return true
  try {
    await inTransaction(({ tx }) => checkDatabase(tx))
    return false
  } catch {
    return true
  }
}
