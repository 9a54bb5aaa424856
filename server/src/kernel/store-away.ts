import { answers } from './dead-letters.store.ts'
import { sqlStateOf } from './sql-state.ts'
import type { InTransaction } from './transaction.ts'

/**
 * Connection, concurrency, resources, operator and system: what PostgreSQL says of itself and not of what it was given.
 * So does a database that only reads (25006); a statement that was cancelled for its length (57014) does not.
 */
const saysOfItself = /^(?:08|40|53|57|58)|^25006$/
const statementCancelled = '57014'

/** Whether a failed transaction is the database's doing: it says so, or cannot do the least thing now. */
export const isStoreAway = async (error: unknown, inTransaction: InTransaction): Promise<boolean> => {
  const state = sqlStateOf(error)
  if (state !== undefined && state !== statementCancelled && saysOfItself.test(state)) return true
  try {
    await inTransaction(answers)
    return false
  } catch {
    return true
  }
}
