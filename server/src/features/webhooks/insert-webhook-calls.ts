import { randomUUID } from 'node:crypto'
import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Work } from '../../kernel/work.ts'
import { type NoticeDescription, noticeBody } from './bodies.ts'
import { discardExcess, insertCall } from './webhook-calls.store.ts'
import { listWebhooksForKind } from './webhooks.store.ts'

type GatheredNotice = {
  plantId: string
  kind: NoticeKind
  urgent: boolean
  causes: readonly [NoticeCauseRow, ...NoticeCauseRow[]]
  now: Date
}

/**
 * Inserts a call for each of the plant's webhooks with this kind, in the transaction of the claimed causes: exactly
 * once. Unit names are read only when there is a receiver.
 */
export const insertWebhookCalls = async (
  work: Work,
  { plantId, kind, urgent: isUrgent, causes, now }: GatheredNotice,
  describe: () => Promise<NoticeDescription>,
): Promise<void> => {
  const webhooks = await listWebhooksForKind(work.tx, plantId, kind)
  if (webhooks.length === 0) return
  const description = await describe()
  for (const { id: webhookId, plant } of webhooks) {
    const id = randomUUID()
    const base = { id, at: now, plant: { id: plantId, name: plant }, publicUrl: work.ports.settings.publicUrl }
    const isNew = await insertCall(work.tx, {
      id,
      webhookId,
      kind,
      causeId: causes[0].id,
      causes: causes.length,
      body: noticeBody({ ...base, kind, urgent: isUrgent, causes }, description),
      at: now,
      stateAt: now,
      dueAt: now,
    })
    if (isNew) await discardExcess(work.tx, webhookId, now)
  }
  work.broadcast({ plant: plantId }, 'webhookCalls', { plant_id: plantId })
}
