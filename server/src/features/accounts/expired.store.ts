import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { attemptTable, sessionTable, verificationTable } from './accounts.schema.ts'

/** Removes some of the sessions that ended before; answers how many. */
export const deleteExpiredSessions = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { id, expiresAt } = sessionTable
  const { rowCount } = await tx.execute(
    sql`delete from ${sessionTable} where ${id} in (
      select ${id} from ${sessionTable} where ${expiresAt} < ${before.toISOString()} limit ${limit})`,
  )
  return rowCount ?? 0
}

/** Removes some of the codes that were no good any more before; answers how many. */
export const deleteExpiredCodes = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { id, expiresAt } = verificationTable
  const { rowCount } = await tx.execute(
    sql`delete from ${verificationTable} where ${id} in (
      select ${id} from ${verificationTable} where ${expiresAt} < ${before.toISOString()} limit ${limit})`,
  )
  return rowCount ?? 0
}

/** Removes some of the counts of attempts whose time was over before; answers how many. */
export const deleteExpiredAttempts = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { key, expire } = attemptTable
  const { rowCount } = await tx.execute(
    sql`delete from ${attemptTable} where ${expire} < ${before.getTime()} and ${key} in (
      select ${key} from ${attemptTable} where ${expire} < ${before.getTime()} limit ${limit})`,
  )
  return rowCount ?? 0
}
