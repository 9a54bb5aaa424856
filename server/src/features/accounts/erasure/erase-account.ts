import { writeAudit } from '../../../kernel/audit.store.ts'
import type { InTransaction, Work } from '../../../kernel/work.ts'
import type { FlowRequest } from '../../../ports/account-flows.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Jobs } from '../../../ports/jobs.ts'
import type { ProductJobs } from '../../../ports/ports.ts'
import { leaveAllPlants, listMemberships, listPlantsToHandOver, lockPlant, notifyMembers } from '../../members/index.ts'
import { findDecidedProfile } from '../profiles.store.ts'
import { removeAccount } from './erased-persons.store.ts'

export type EraseParts = {
  clock: Clock
  inTransaction: InTransaction
  jobs: Pick<Jobs<ProductJobs>, 'enqueue'>
}

type ErasingWork = Pick<Work<'MUST_HAND_OVER' | 'NOT_SIGNED_IN'>, 'tx' | 'now' | 'broadcast' | 'fail'>

/**
 * Ends all memberships. People who leave the last position of a role in a plant at once are serialized, always in the
 * same order.
 */
const leavePlants = async (work: ErasingWork, userId: string): Promise<string[]> => {
  const { tx, now } = work
  const plantIds = (await listMemberships(tx, userId, now)).map(({ plantId }) => plantId)
  for (const plantId of plantIds.sort()) await lockPlant(tx, plantId)
  const toHandOver = await listPlantsToHandOver(tx, userId, now)
  if (toHandOver.total > 0) return work.fail('MUST_HAND_OVER', toHandOver)
  return leaveAllPlants(tx, userId)
}

/**
 * Permanently ends an account. The person's records stay under a pseudonym: at once in the list of members, soon
 * after everywhere. Refuses while a plant would lose its last administrator or owner, and names those plants.
 */
export const endAccount = async (
  work: ErasingWork,
  jobs: EraseParts['jobs'],
  { userId, requestId }: { userId: string; requestId: string },
): Promise<void> => {
  const { tx, now } = work
  const leftPlantIds = await leavePlants(work, userId)
  const pseudonym = (await removeAccount(tx, userId, now)) ?? work.fail('NOT_SIGNED_IN')
  await jobs.enqueue(tx, 'person.erase', { userId })
  const caller = { kind: 'user', userId, name: pseudonym } as const
  await writeAudit(tx, { at: now, caller, plantId: null, action: 'eraseAccount', result: 'ok', requestId })
  for (const plantId of leftPlantIds) await notifyMembers(work, plantId)
}

/** Erases the own account; office accounts are removed by the operator. */
export const eraseAccount = async (
  parts: EraseParts,
  request: Pick<FlowRequest<'MUST_HAND_OVER' | 'NOT_ALLOWED' | 'NOT_SIGNED_IN'>, 'requestId' | 'fail'>,
  userId: string,
): Promise<void> => {
  await parts.inTransaction(async (work) => {
    const { usertype } = (await findDecidedProfile(work.tx, userId)) ?? request.fail('NOT_SIGNED_IN')
    if (usertype === 'admin') return request.fail('NOT_ALLOWED')
    await endAccount({ ...work, now: parts.clock.now(), fail: request.fail }, parts.jobs, {
      userId,
      requestId: request.requestId,
    })
  })
}
