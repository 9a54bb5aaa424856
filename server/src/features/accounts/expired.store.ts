import { lt } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { attemptTable, sessionTable, usedChallengeTable, verificationTable } from '../../tables/accounts.schema.ts'

/** Removes some of the sessions that ended before; answers how many. */
export const deleteExpiredSessions = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: sessionTable, key: sessionTable.id, which: lt(sessionTable.expiresAt, before), limit })

/** Removes some of the codes that were no good any more before; answers how many. */
export const deleteExpiredCodes = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { id, expiresAt } = verificationTable
  return deleteBatch(tx, { table: verificationTable, key: id, which: lt(expiresAt, before), limit })
}

/** Removes some of the answered challenges that would be too old anyway before; answers how many. */
export const deleteExpiredChallenges = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { hash, expiresAt } = usedChallengeTable
  return deleteBatch(tx, { table: usedChallengeTable, key: hash, which: lt(expiresAt, before), limit })
}

/** Removes some of the counts of attempts whose time was over before; answers how many. */
export const deleteExpiredAttempts = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, {
    table: attemptTable,
    key: attemptTable.key,
    which: lt(attemptTable.expire, before.getTime()),
    limit,
  })
