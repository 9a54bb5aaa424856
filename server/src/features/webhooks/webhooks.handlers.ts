import { randomUUID } from 'node:crypto'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { maxWebhooksPerPlant, type Webhook, type WebhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import type { webhookActions } from '@vigilux/contract/features/webhooks/webhooks.actions.ts'
import type { HandlersOf, PreHandlers } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { testBody } from './bodies.ts'
import { createSigningKey, secretOf } from './signing.ts'
import {
  abandonWaiting,
  countCalls,
  discardDeadLetters,
  hasCall,
  insertCall,
  listCalls,
  resendDeadLetters,
} from './webhook-calls.store.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  replaceSecret,
  saveWebhookIfVersion,
  type WebhookRow,
} from './webhooks.store.ts'

type Handlers = HandlersOf<typeof webhookActions>

const toWebhook = ({ id, address, kinds, on, madeAt, goneAt, version }: WebhookRow): Webhook => ({
  id,
  address,
  kinds,
  on,
  version,
  madeAt: madeAt.toISOString(),
  goneAt: goneAt?.toISOString() ?? null,
})

/** The host as name of a webhook in the office's lists: the rest of the address may be a secret. */
const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

const auditWebhook = (work: Work, { id, address }: Pick<WebhookRow, 'id' | 'address'>): void =>
  work.audit.target({ kind: 'webhook', id, name: hostOf(address) })

const auditedFields = ({ address, kinds, on }: WebhookDraft) => ({
  receiver: hostOf(address),
  kinds: kinds.join(', '),
  sends: on,
})

/** Validates a draft: an allowed address, and each kind once. */
const checkDraft = (work: Work<'WEBHOOK_ADDRESS_REFUSED'>, draft: WebhookDraft): WebhookDraft => {
  if (!work.ports.outbound.mayAsk(draft.address)) return work.fail('WEBHOOK_ADDRESS_REFUSED')
  return { ...draft, kinds: noticeKinds.filter((kind) => draft.kinds.includes(kind)) }
}

/**
 * For an enabled webhook, resolves the address's host before the transaction; each call checks the result again,
 * because it can change. A disabled webhook is saved unresolved, so calls can always be stopped.
 */
export const webhookPreHandlers: PreHandlers = {
  createWebhook: async ({ input: { webhook }, ports, fail }) => {
    if (!(await ports.outbound.mayReach(webhook.address))) return fail('WEBHOOK_ADDRESS_REFUSED')
  },
  updateWebhook: async ({ input: { webhook }, ports, fail }) => {
    if (webhook.on && !(await ports.outbound.mayReach(webhook.address))) return fail('WEBHOOK_ADDRESS_REFUSED')
  },
}

const broadcastWebhooks = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'webhooks', { plant_id: plantId })
const broadcastCalls = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'webhookCalls', { plant_id: plantId })

const createWebhook: Handlers['createWebhook'] = async ({ work, input, caller }) => {
  const { plantId } = input
  const draft = checkDraft(work, input.webhook)
  const key = createSigningKey()
  const closedSecret = work.ports.webhookCipher.close(key)
  // The plant is locked, so the count stays valid until the write.
  if ((await countWebhooks(work.tx, plantId)) >= maxWebhooksPerPlant)
    return work.fail('WEBHOOK_LIMIT', { limit: maxWebhooksPerPlant })
  const row = await insertWebhook(work.tx, {
    id: randomUUID(),
    plantId,
    madeBy: caller.userId,
    ...draft,
    closedSecret,
    madeAt: work.now,
  })
  auditWebhook(work, row)
  work.audit.diff(null, auditedFields(row))
  broadcastWebhooks(work, plantId)
  return { webhook: toWebhook(row), secret: secretOf(key) }
}

const updateWebhook: Handlers['updateWebhook'] = async ({ work, input }) => {
  const { plantId, webhookId, version } = input
  const before = (await findWebhook(work.tx, input)) ?? work.fail('WEBHOOK_NOT_FOUND')
  auditWebhook(work, before)
  const draft = checkDraft(work, input.webhook)
  const row = await saveWebhookIfVersion(work.tx, { plantId, webhookId, version }, draft)
  if (!row) return work.fail('CHANGED_MEANWHILE', { now: toWebhook(before) })
  work.audit.diff(auditedFields(before), auditedFields(row))
  if (!row.on && (await abandonWaiting(work.tx, row.id, work.now)) > 0) broadcastCalls(work, plantId)
  broadcastWebhooks(work, plantId)
  return { webhook: toWebhook(row) }
}

export const webhookHandlers: Handlers = {
  getWebhooks: async ({ work, input: { plantId } }) => ({
    webhooks: (await listWebhooks(work.tx, plantId)).map(toWebhook),
  }),
  createWebhook,
  updateWebhook,
  renewWebhookSecret: async ({ work, input }) => {
    const key = createSigningKey()
    const closedSecret = work.ports.webhookCipher.close(key)
    const row = (await replaceSecret(work.tx, input, closedSecret, work.now)) ?? work.fail('WEBHOOK_NOT_FOUND')
    auditWebhook(work, row)
    return { webhook: toWebhook(row), secret: secretOf(key) }
  },
  removeWebhook: async ({ work, input }) => {
    const row = (await deleteWebhook(work.tx, input)) ?? work.fail('WEBHOOK_NOT_FOUND')
    auditWebhook(work, row)
    broadcastWebhooks(work, input.plantId)
    broadcastCalls(work, input.plantId)
    return {}
  },
  testWebhook: async ({ work, input }) => {
    const { plantId, webhookId } = input
    const row = (await findWebhook(work.tx, input)) ?? work.fail('WEBHOOK_NOT_FOUND')
    auditWebhook(work, row)
    const now = work.now
    const id = randomUUID()
    const body = testBody({
      id,
      at: now,
      plant: { id: plantId, name: row.plant },
      publicUrl: work.ports.settings.publicUrl,
    })
    await insertCall(work.tx, { id, webhookId, kind: 'test', causes: 0, body, at: now, stateAt: now, dueAt: now })
    broadcastCalls(work, plantId)
    return { callId: id }
  },
  getWebhookCalls: async ({ work, input }) => {
    const counts = await countCalls(work.tx, input.plantId)
    const total = input.state ? counts[input.state] : Object.values(counts).reduce((total, calls) => total + calls, 0)
    return { calls: await listCalls(work.tx, input), total, counts }
  },
  resendWebhookCalls: async ({ work, input }) => {
    const row = (await findWebhook(work.tx, input)) ?? work.fail('WEBHOOK_NOT_FOUND')
    auditWebhook(work, row)
    if (!row.on) return work.fail('WEBHOOK_OFF')
    const calls = await resendDeadLetters(work.tx, input, work.now)
    if (calls === 0 && input.callId && !(await hasCall(work.tx, row.id, input.callId)))
      return work.fail('WEBHOOK_CALL_NOT_FOUND')
    broadcastCalls(work, input.plantId)
    return { calls }
  },
  discardWebhookCalls: async ({ work, input }) => {
    const row = (await findWebhook(work.tx, input)) ?? work.fail('WEBHOOK_NOT_FOUND')
    auditWebhook(work, row)
    const calls = await discardDeadLetters(work.tx, input, work.now)
    if (calls === 0 && input.callId && !(await hasCall(work.tx, row.id, input.callId)))
      return work.fail('WEBHOOK_CALL_NOT_FOUND')
    broadcastCalls(work, input.plantId)
    return { calls }
  },
}
