import { checkDatabase } from './dead-letters.store.ts'
import { databaseErrorOf, sqlStates } from './sql-state.ts'
import type { InTransaction } from './work.ts'

/**
 * Connection, concurrency, resources, operator and system: what PostgreSQL says of itself and not of what it was given.
 * So does a database that only reads (25006); a statement that was cancelled for its length (57014) does not.
 */
const unavailableStates = /^(?:08|40|53|57|58)|^25006$/

/** What the driver and the system say of a connection that is gone; the driver gives its own words no code. */
const connectionCodes = /^(?:ECONN|EPIPE|ENOSPC|ENOENT|ETIMEDOUT|EHOSTUNREACH)/
const connectionMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable/i

/** Whether an error says that the database cannot be reached or cannot take anything now. */
export const isConnectionError = (error: unknown): boolean => {
  const report = databaseErrorOf(error)
  if (report !== undefined)
    return (
      (report.code !== sqlStates.queryCanceled && unavailableStates.test(report.code)) ||
      // An inner error that ends the connection, or lets none begin: no statement is at fault.
      (report.severity === 'FATAL' && report.code.startsWith('XX'))
    )
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && connectionCodes.test(code)) return true
    if (connectionMessages.test(current.message)) return true
  }
  return false
}

/** Whether a failed transaction is the database's doing: it says so, or cannot do the least thing now. */
export const isDatabaseUnavailable = async (error: unknown, inTransaction: InTransaction): Promise<boolean> => {
  if (isConnectionError(error)) return true
  try {
    await inTransaction(({ tx }) => checkDatabase(tx))
    return false
  } catch {
    return true
  }
}
