import { writeAudit } from '../../kernel/audit.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import { listMembers } from '../members/index.ts'
import { findNoticeSettings, findPlantName, saveNoticeChoices } from './notice-settings.store.ts'

type Parts = { ports: Ports; inTransaction: InTransaction }

/**
 * The notices to be ended by an unsubscribe link; null for a forged link, and when the person is not a member any more.
 */
export const findUnsubscription = async (tx: Tx, ports: Pick<Ports, 'noticeLinks' | 'clock'>, token: string) => {
  const subscription = ports.noticeLinks.read(token)
  const settings = subscription && (await findNoticeSettings(tx, subscription, ports.clock.now()))
  const plantname = subscription && settings && (await findPlantName(tx, subscription.plantId))
  if (!plantname) return null
  const isSubscribed = settings.kinds.some(({ kind, mail }) => mail && subscription.kinds.includes(kind))
  return { plantname, kinds: [...subscription.kinds], on: isSubscribed }
}

/** Ends the mails for the link's person only; the link is the only proof. Returns whether the link is genuine. */
export const createUnsubscriber =
  ({ ports, inTransaction }: Parts) =>
  async (token: string, requestId: string): Promise<boolean> => {
    const subscription = ports.noticeLinks.read(token)
    if (!subscription) return false
    const { plantId, userId, kinds } = subscription
    await inTransaction(async (work) => {
      const at = ports.clock.now()
      const member = (await listMembers(work.tx, plantId, at)).find((one) => one.userId === userId)
      if (!member) return
      await saveNoticeChoices(
        work.tx,
        { plantId, userId },
        kinds.map((kind) => ({ kind, mail: false })),
      )
      const caller = { kind: 'user', userId, name: member.name } as const
      await writeAudit(work.tx, { at, caller, plantId, action: 'saveNotificationsOnProfile', result: 'ok', requestId })
      work.broadcast({ user: userId }, 'noticeSettings', { plant_id: plantId })
    })
    return true
  }
