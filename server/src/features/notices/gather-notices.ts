import { isUrgent } from '@vigilux/contract/features/notices/thresholds.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { insertWebhookCalls } from '../webhooks/index.ts'
import { insertDelivery } from './deliveries.store.ts'
import { computeDueTime } from './due-time.ts'
import { startEscalation } from './escalation/escalate.ts'
import { noticePageUrl } from './notice-links.ts'
import { type CauseGroup, claimCauses, insertNotice, listReceivers, namesOfCauses } from './notices.store.ts'
import { readThresholds } from './thresholds.store.ts'

/** Creates a notice for each member who should get one, and starts the escalation; returns the receivers. */
export const notifyMembersOfCauses = async (
  tx: Tx,
  group: CauseGroup,
  { causes, urgent: isUrgent, now }: { causes: readonly NoticeCauseRow[]; urgent: boolean; now: Date },
): Promise<string[]> => {
  const [first] = causes
  if (!first) return []
  const notifiedUserIds: string[] = []
  for (const { userId, zone, preference, channels } of await listReceivers(tx, group, now)) {
    const causeRef = { causeId: first.id, causeIds: causes.map(({ id }) => id) }
    const noticeId = await insertNotice(tx, { ...causeRef, ...group, userId, at: now })
    if (!noticeId) continue
    const { dueAt, gathered: isGathered } = computeDueTime(isUrgent, preference, zone, now)
    for (const channel of channels)
      await insertDelivery(tx, {
        noticeId,
        channel,
        state: 'waiting',
        stateAt: now,
        dueAt,
        gathered: isGathered,
        urgent: isUrgent,
      })
    notifiedUserIds.push(userId)
  }
  const escalatedTo = await startEscalation(tx, group, causes, now)
  return escalatedTo ? [...new Set([...notifiedUserIds, escalatedTo])] : notifiedUserIds
}

/** How many lamps the causes affect; a fault of a unit affects all of its lamps. */
const lampsOf = (causes: readonly NoticeCauseRow[]): number => {
  if (causes.some(({ what: causeType }) => causeType === 'unitFault')) return Number.POSITIVE_INFINITY
  const failedLamps = causes.reduce(
    (total, { what: causeType, count }) => total + (causeType === 'testFailed' ? (count ?? 0) : 0),
    0,
  )
  return (
    failedLamps +
    new Set(
      causes.flatMap(({ what: causeType, centralUnitId, addr }) =>
        causeType === 'fault' ? [`${centralUnitId} ${addr}`] : [],
      ),
    ).size
  )
}

/** Whether causes are urgent, by the plant's settings at the moment. */
export const isUrgentIn = async (tx: Tx, { plantId, kind }: CauseGroup, causes: readonly NoticeCauseRow[]) =>
  isUrgent(kind, await readThresholds(tx, plantId), lampsOf(causes))

/** Creates notices of a plant's gathered causes, their deliveries and webhook calls; returns the receivers. */
export const gatherNotices = async (work: Work, group: CauseGroup, { before, now }: { before: Date; now: Date }) => {
  const { tx } = work
  const causes = await claimCauses(tx, group, { before, now })
  const [first, ...otherCauses] = causes
  if (!first) return []
  const isUrgent = await isUrgentIn(tx, group, causes)
  await insertWebhookCalls(work, { ...group, urgent: isUrgent, causes: [first, ...otherCauses], now }, async () => {
    const names = await namesOfCauses(tx, causes)
    return { ...names, path: noticePageUrl(group.plantId, causes, (id) => names.units.get(id)?.unit) }
  })
  return notifyMembersOfCauses(tx, group, { causes, urgent: isUrgent, now })
}
