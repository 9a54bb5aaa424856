import type { NoticeRhythm } from '@vigilux/contract/features/notices/notice.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { type HandOver, markHanded, markWithdrawn, takeDue } from './deliveries.store.ts'
import { noticeValues } from './notice-values.ts'
import { causesOf, listReceivers, namesOf } from './notices.store.ts'

/** What a mail is called that tells of hours or days. */
const gatheredTitles: Record<NoticeRhythm, 'quiet' | 'daily' | 'weekly'> = {
  ...{ each: 'quiet', daily: 'daily', weekly: 'weekly' },
} as const

/**
 * Hands what is due to the outbox of mails; both are there, or neither. Whoever is not to be told any more by now, as a member who was removed or has
 * switched the kind off, is not. Answers whether anything was due.
 */
export const handOver = async (tx: Tx, ports: Ports, due: HandOver, now: Date): Promise<boolean> => {
  const { plantId, userId, noticeId } = due
  const rows = await takeDue(tx, due, now)
  if (rows.length === 0) return false
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const standing = await Promise.all(
    kinds.map(async (kind) => ({ kind, receiver: (await listReceivers(tx, { plantId, kind }, now, userId))[0] })),
  )
  const told = standing.filter(({ receiver }) => receiver).map(({ kind }) => kind)
  const ids = (isTold: boolean) => rows.filter(({ kind }) => told.includes(kind) === isTold).map(({ id }) => id)
  await markWithdrawn(tx, ids(false), now)
  const receiver = standing.find((one) => one.receiver)?.receiver
  if (!receiver) return true
  const causes = await causesOf(
    tx,
    rows.filter(({ kind }) => told.includes(kind)).flatMap(({ causeIds }) => causeIds),
  )
  const names = await namesOf(tx, causes)
  const gathered = noticeId === null ? gatheredTitles[receiver.wish.rhythm] : null
  const values = await noticeValues({ plantId, kinds: told, gathered }, causes, { receiver, names, ports })
  const { email: to, language } = receiver
  await markHanded(tx, ids(true), await ports.mail.send(tx, { to, language, template: 'notice', values }), now)
  return true
}
