import { databaseErrorOf } from './sql-state.ts'

/** PostgreSQL answered COMMIT with ROLLBACK: an earlier statement failed, and its error was swallowed. */
export class AbortedTransaction extends Error {
  constructor() {
    super('The transaction was rolled back: one of its statements failed and the error was swallowed')
    this.name = 'AbortedTransaction'
  }
}

/**
 * Whether an error of COMMIT proves an unchanged database. Only an ERROR of PostgreSQL does: a lost connection does
 * not, and a FATAL may follow a successful COMMIT.
 */
export const isOutcomeKnown = (error: unknown): boolean =>
  error instanceof AbortedTransaction || databaseErrorOf(error)?.severity === 'ERROR'
