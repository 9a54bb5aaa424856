import { randomUUID } from 'node:crypto'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { type Webhook, type WebhookDraft, webhooksPerPlant } from '@vigilux/contract/features/webhooks/webhook.ts'
import type { webhookActions } from '@vigilux/contract/features/webhooks/webhooks.actions.ts'
import type { Beforehand, HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import { testBody } from './bodies.ts'
import { newSigningKey, secretOf } from './signing.ts'
import { countCalls, discard, giveUpWaiting, hasCall, insertCall, listCalls, resend } from './webhook-calls.store.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  reseal,
  saveWebhookOver,
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

/** By what a webhook is named where everybody of the office reads: what follows the host may be a secret of the receiver. */
const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

const aboutWebhook = (work: Work, { id, address }: Pick<WebhookRow, 'id' | 'address'>): void =>
  work.audit.about({ kind: 'webhook', id, name: hostOf(address) })

const inWords = ({ address, kinds, on }: WebhookDraft) => ({
  receiver: hostOf(address),
  kinds: kinds.join(', '),
  sends: on,
})

/** What is saved of a draft: an address that may be called, and each kind once. */
const checked = (ports: Ports, draft: WebhookDraft): WebhookDraft => {
  if (!ports.outbound.mayAsk(draft.address)) return fail('WEBHOOK_ADDRESS_REFUSED')
  return { ...draft, kinds: noticeKinds.filter((kind) => draft.kinds.includes(kind)) }
}

/**
 * Where calls are to go, the name of the address is looked up, outside of any transaction; what it stands for is looked at again by each call, as that
 * can change. One that is switched off is saved as it stands: nobody is to need a name that is found to end calls.
 */
export const webhookBeforehand: Beforehand = {
  createWebhook: async ({ input: { webhook }, ports, fail }) => {
    if (!(await ports.outbound.mayReach(webhook.address))) return fail('WEBHOOK_ADDRESS_REFUSED')
  },
  updateWebhook: async ({ input: { webhook }, ports, fail }) => {
    if (webhook.on && !(await ports.outbound.mayReach(webhook.address))) return fail('WEBHOOK_ADDRESS_REFUSED')
  },
}

const tellWebhooks = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'webhooks', { plant_id: plantId })
const tellCalls = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'webhookCalls', { plant_id: plantId })

const createWebhook: Handlers['createWebhook'] = async ({ work, input, caller, fail }) => {
  const { plantId } = input
  const draft = checked(work.ports, input.webhook)
  const key = newSigningKey()
  const closedSecret = work.ports.webhookVault.close(key)
  // The plant is locked: what is counted stays true until it is written.
  if ((await countWebhooks(work.tx, plantId)) >= webhooksPerPlant)
    return fail('WEBHOOK_LIMIT', { limit: webhooksPerPlant })
  const row = await insertWebhook(work.tx, {
    id: randomUUID(),
    plantId,
    madeBy: caller.userId,
    ...draft,
    closedSecret,
    madeAt: work.now,
  })
  aboutWebhook(work, row)
  work.audit.changed(null, inWords(row))
  tellWebhooks(work, plantId)
  return { webhook: toWebhook(row), secret: secretOf(key) }
}

const updateWebhook: Handlers['updateWebhook'] = async ({ work, input, fail }) => {
  const { plantId, webhookId, version } = input
  const before = (await findWebhook(work.tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
  aboutWebhook(work, before)
  const draft = checked(work.ports, input.webhook)
  const row = await saveWebhookOver(work.tx, { plantId, webhookId, version }, draft)
  if (!row) return fail('CHANGED_MEANWHILE', { now: toWebhook(before) })
  work.audit.changed(inWords(before), inWords(row))
  if (!row.on && (await giveUpWaiting(work.tx, row.id, work.now)) > 0) tellCalls(work, plantId)
  tellWebhooks(work, plantId)
  return { webhook: toWebhook(row) }
}

export const webhookHandlers: Handlers = {
  getWebhooks: async ({ work, input: { plantId } }) => ({
    webhooks: (await listWebhooks(work.tx, plantId)).map(toWebhook),
  }),
  createWebhook,
  updateWebhook,
  renewWebhookSecret: async ({ work, input, fail }) => {
    const key = newSigningKey()
    const closedSecret = work.ports.webhookVault.close(key)
    const row = (await reseal(work.tx, input, closedSecret, work.now)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(work, row)
    return { webhook: toWebhook(row), secret: secretOf(key) }
  },
  removeWebhook: async ({ work, input, fail }) => {
    const row = (await deleteWebhook(work.tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(work, row)
    tellWebhooks(work, input.plantId)
    tellCalls(work, input.plantId)
    return {}
  },
  testWebhook: async ({ work, input, fail }) => {
    const { plantId, webhookId } = input
    const row = (await findWebhook(work.tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(work, row)
    const now = work.now
    const id = randomUUID()
    const body = testBody({
      id,
      at: now,
      plant: { id: plantId, name: row.plant },
      publicUrl: work.ports.settings.publicUrl,
    })
    await insertCall(work.tx, { id, webhookId, kind: 'test', causes: 0, body, at: now, stateAt: now, dueAt: now })
    tellCalls(work, plantId)
    return { callId: id }
  },
  getWebhookCalls: async ({ work, input }) => {
    const counts = await countCalls(work.tx, input.plantId)
    const total = input.state ? counts[input.state] : Object.values(counts).reduce((sum, calls) => sum + calls, 0)
    return { calls: await listCalls(work.tx, input), total, counts }
  },
  resendWebhookCalls: async ({ work, input, fail }) => {
    const row = (await findWebhook(work.tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(work, row)
    if (!row.on) return fail('WEBHOOK_OFF')
    const calls = await resend(work.tx, input, work.now)
    if (calls === 0 && input.callId && !(await hasCall(work.tx, row.id, input.callId)))
      return fail('WEBHOOK_CALL_NOT_FOUND')
    tellCalls(work, input.plantId)
    return { calls }
  },
  discardWebhookCalls: async ({ work, input, fail }) => {
    const row = (await findWebhook(work.tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(work, row)
    const calls = await discard(work.tx, input, work.now)
    if (calls === 0 && input.callId && !(await hasCall(work.tx, row.id, input.callId)))
      return fail('WEBHOOK_CALL_NOT_FOUND')
    tellCalls(work, input.plantId)
    return { calls }
  },
}
