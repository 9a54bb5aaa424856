import { operatorAddress } from '@vigilux/contract/features/audit/audit.actions.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { addSecurityEvents } from '../../../kernel/security-log.store.ts'
import { toSecurityEvent } from '../../../kernel/security-log.ts'
import type { Db, Tx } from '../../../kernel/transaction.ts'
import { findUserByEmail } from '../profiles.store.ts'

/** Changes of office accounts by the operator, with the kind of its event in the security log. */
const doneKinds = {
  addOffice: 'OFFICE_ADDED',
  inviteOffice: 'OFFICE_INVITED',
  removeOffice: 'OFFICE_REMOVED',
} as const

export type OfficeChange = { action: keyof typeof doneKinds; email: string; now: Date }

/**
 * Runs a change in one transaction. The security log of the office gets its outcome: a done change together with it, a
 * refused one alone.
 */
export const recordOfficeChange = async <T>(
  db: Db,
  { action, email, now }: OfficeChange,
  change: (tx: Tx) => Promise<{ userId: string; result: T }>,
): Promise<T> => {
  const record = (tx: Tx, kind: string, userId: string | null) =>
    addSecurityEvents(tx, [toSecurityEvent({ kind, userId, address: operatorAddress, action, plantId: null }, now)])
  try {
    return await db.transaction(async (tx) => {
      const { userId, result } = await change(tx)
      await record(tx, doneKinds[action], userId)
      return result
    })
  } catch (error) {
    if (error instanceof Refusal) await record(db, error.code, (await findUserByEmail(db, email))?.id ?? null)
    throw error
  }
}
