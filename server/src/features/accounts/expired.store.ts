import { lt } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { attemptTable, sessionTable, usedChallengeTable, verificationTable } from '../../tables/accounts.schema.ts'

export const deleteExpiredSessions = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: sessionTable, key: sessionTable.id, which: lt(sessionTable.expiresAt, before), limit })

export const deleteExpiredCodes = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { id, expiresAt } = verificationTable
  return deleteBatch(tx, { table: verificationTable, key: id, which: lt(expiresAt, before), limit })
}

export const deleteExpiredChallenges = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { hash, expiresAt } = usedChallengeTable
  return deleteBatch(tx, { table: usedChallengeTable, key: hash, which: lt(expiresAt, before), limit })
}

export const deleteExpiredAttempts = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, {
    table: attemptTable,
    key: attemptTable.key,
    which: lt(attemptTable.expire, before.getTime()),
    limit,
  })
