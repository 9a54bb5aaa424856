import { writeAudit } from '../../../kernel/audit.store.ts'
import { fail } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { InTransaction } from '../../../kernel/work.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Jobs } from '../../../ports/jobs.ts'
import type { ProductJobs } from '../../../ports/ports.ts'
import { leaveAllPlants, listMemberships, listPlantsToHandOver, lockPlant, notifyMembers } from '../../members/index.ts'
import { findUsertype } from '../profiles.store.ts'
import { removeAccount } from './erased-persons.store.ts'

export type EraseParts = {
  clock: Clock
  inTransaction: InTransaction
  jobs: Pick<Jobs<ProductJobs>, 'enqueue'>
  /** Sends what was announced; called after COMMIT. */
}

/** Ends all memberships. Whoever would leave the last place of a role in a plant at the same moment waits, in one order for all. */
const leavePlants = async (tx: Tx, userId: string, now: Date): Promise<string[]> => {
  const plantIds = (await listMemberships(tx, userId, now)).map(({ plantId }) => plantId)
  for (const plantId of plantIds.sort()) await lockPlant(tx, plantId)
  const toHandOver = await listPlantsToHandOver(tx, userId, now)
  if (toHandOver.total > 0) return fail('MUST_HAND_OVER', toHandOver)
  return leaveAllPlants(tx, userId)
}

/**
 * Erases an account for good. What its person did stays, under a pseudonym: at once in the list of members, soon after everywhere.
 * Refuses while a plant would be left without an administrator or an owner, and names those; the office is made and ended by
 * the operator.
 */
export const eraseAccount = async (
  parts: EraseParts,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<void> => {
  await parts.inTransaction(async (work) => {
    const usertype = (await findUsertype(work.tx, userId)) ?? fail('NOT_SIGNED_IN')
    if (usertype === 'admin') return fail('NOT_ALLOWED')
    const now = parts.clock.now()
    const left = await leavePlants(work.tx, userId, now)
    const pseudonym = (await removeAccount(work.tx, userId, now)) ?? fail('NOT_SIGNED_IN')
    await parts.jobs.enqueue(work.tx, 'person.erase', { userId })
    const caller = { kind: 'user', userId, name: pseudonym } as const
    await writeAudit(work.tx, { at: now, caller, plantId: null, action: 'eraseAccount', result: 'ok', requestId })
    for (const plantId of left) await notifyMembers(work, plantId)
  })
}
