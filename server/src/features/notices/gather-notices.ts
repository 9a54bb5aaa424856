import { isUrgent } from '@vigilux/contract/features/notices/thresholds.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { insertWebhookCalls } from '../webhooks/index.ts'
import { insertDelivery } from './deliveries.store.ts'
import { computeDueTime } from './due-time.ts'
import { startEscalation } from './escalation/escalate.ts'
import { noticePageUrl } from './notice-links.ts'
import { type CauseGroup, claimCauses, insertNotice, listReceivers, namesOf } from './notices.store.ts'
import { readThresholds } from './thresholds.store.ts'

/** Creates a notice for each member who should get one, and starts the escalation; returns the receivers. */
export const notifyMembersOfCauses = async (
  tx: Tx,
  group: CauseGroup,
  { causes, urgent, now }: { causes: readonly NoticeCauseRow[]; urgent: boolean; now: Date },
): Promise<string[]> => {
  const [first] = causes
  if (!first) return []
  const told: string[] = []
  for (const { userId, zone, preference, channels } of await listReceivers(tx, group, now)) {
    const ofCauses = { causeId: first.id, causeIds: causes.map(({ id }) => id) }
    const noticeId = await insertNotice(tx, { ...ofCauses, ...group, userId, at: now })
    if (!noticeId) continue
    const { dueAt, gathered } = computeDueTime(urgent, preference, zone, now)
    for (const channel of channels)
      await insertDelivery(tx, { noticeId, channel, state: 'waiting', stateAt: now, dueAt, gathered, urgent })
    told.push(userId)
  }
  const escalatedTo = await startEscalation(tx, group, causes, now)
  return escalatedTo ? [...new Set([...told, escalatedTo])] : told
}

/** How many lamps the causes affect; a fault of a unit affects all of its lamps. */
const lampsOf = (causes: readonly NoticeCauseRow[]): number => {
  if (causes.some(({ what }) => what === 'unitFault')) return Number.POSITIVE_INFINITY
  const failed = causes.reduce((sum, { what, count }) => sum + (what === 'testFailed' ? (count ?? 0) : 0), 0)
  return (
    failed +
    new Set(causes.flatMap(({ what, centralUnitId, addr }) => (what === 'fault' ? [`${centralUnitId} ${addr}`] : [])))
      .size
  )
}

/** Whether causes are urgent, by the plant's settings at that moment. */
export const isUrgentIn = async (tx: Tx, { plantId, kind }: CauseGroup, causes: readonly NoticeCauseRow[]) =>
  isUrgent(kind, await readThresholds(tx, plantId), lampsOf(causes))

/** Creates the notices of a plant's gathered causes, schedules their delivery and calls the plant's webhooks; returns the receivers. */
export const gatherNotices = async (work: Work, group: CauseGroup, { before, now }: { before: Date; now: Date }) => {
  const { tx } = work
  const causes = await claimCauses(tx, group, { before, now })
  const [first, ...others] = causes
  if (!first) return []
  const urgent = await isUrgentIn(tx, group, causes)
  await insertWebhookCalls(work, { ...group, urgent, causes: [first, ...others], now }, async () => {
    const names = await namesOf(tx, causes)
    return { ...names, path: noticePageUrl(group.plantId, causes, (id) => names.units.get(id)?.unit) }
  })
  return notifyMembersOfCauses(tx, group, { causes, urgent, now })
}
