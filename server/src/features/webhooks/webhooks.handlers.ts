import { randomUUID } from 'node:crypto'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { type Webhook, type WebhookDraft, webhooksPerPlant } from '@vigilux/contract/features/webhooks/webhook.ts'
import type { webhookActions } from '@vigilux/contract/features/webhooks/webhooks.actions.ts'
import type { Announce } from '../../kernel/announce.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { Beforehand, HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
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
  ...{ id, address, kinds, on, version },
  ...{ madeAt: madeAt.toISOString(), goneAt: goneAt?.toISOString() ?? null },
})

/** By what a webhook is named where everybody of the office reads: what follows the host may be a secret of the receiver. */
const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

const aboutWebhook = (tx: Tx, { id, address }: Pick<WebhookRow, 'id' | 'address'>): void =>
  about(tx, { kind: 'webhook', id, name: hostOf(address) })

const inWords = ({ address, kinds, on }: WebhookDraft) => ({
  ...{ receiver: hostOf(address), kinds: kinds.join(', '), sends: on },
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

const tellWebhooks = (announce: Announce, plantId: string): void =>
  announce({ plant: plantId }, 'webhooks', { plant_id: plantId })
const tellCalls = (announce: Announce, plantId: string): void =>
  announce({ plant: plantId }, 'webhookCalls', { plant_id: plantId })

const createWebhook: Handlers['createWebhook'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const { plantId } = input
  const draft = checked(ports, input.webhook)
  const key = newSigningKey()
  const closedSecret = ports.webhookVault.close(key)
  // The plant is locked: what is counted stays true until it is written.
  if ((await countWebhooks(tx, plantId)) >= webhooksPerPlant) return fail('WEBHOOK_LIMIT', { limit: webhooksPerPlant })
  const row = await insertWebhook(tx, {
    ...{ id: randomUUID(), plantId, madeBy: caller.userId, ...draft, closedSecret, madeAt: ports.clock.now() },
  })
  aboutWebhook(tx, row)
  changed(tx, null, inWords(row))
  tellWebhooks(announce, plantId)
  return { webhook: toWebhook(row), secret: secretOf(key) }
}

const updateWebhook: Handlers['updateWebhook'] = async ({ input, tx, announce, ports, fail }) => {
  const { plantId, webhookId, version } = input
  const before = (await findWebhook(tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
  aboutWebhook(tx, before)
  const draft = checked(ports, input.webhook)
  const row = await saveWebhookOver(tx, { plantId, webhookId, version }, draft)
  if (!row) return fail('CHANGED_MEANWHILE', { now: toWebhook(before) })
  changed(tx, inWords(before), inWords(row))
  if (!row.on && (await giveUpWaiting(tx, row.id, ports.clock.now())) > 0) tellCalls(announce, plantId)
  tellWebhooks(announce, plantId)
  return { webhook: toWebhook(row) }
}

export const webhookHandlers: Handlers = {
  getWebhooks: async ({ input: { plantId }, tx }) => ({ webhooks: (await listWebhooks(tx, plantId)).map(toWebhook) }),
  createWebhook,
  updateWebhook,
  renewWebhookSecret: async ({ input, tx, ports, fail }) => {
    const key = newSigningKey()
    const closedSecret = ports.webhookVault.close(key)
    const row = (await reseal(tx, input, closedSecret, ports.clock.now())) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(tx, row)
    return { webhook: toWebhook(row), secret: secretOf(key) }
  },
  removeWebhook: async ({ input, tx, announce, fail }) => {
    const row = (await deleteWebhook(tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(tx, row)
    tellWebhooks(announce, input.plantId)
    tellCalls(announce, input.plantId)
    return {}
  },
  testWebhook: async ({ input, tx, announce, ports, fail }) => {
    const { plantId, webhookId } = input
    const row = (await findWebhook(tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(tx, row)
    const now = ports.clock.now()
    const id = randomUUID()
    const body = testBody({
      ...{ id, at: now, plant: { id: plantId, name: row.plant }, publicUrl: ports.settings.publicUrl },
    })
    await insertCall(tx, { id, webhookId, kind: 'test', causes: 0, body, at: now, stateAt: now, dueAt: now })
    tellCalls(announce, plantId)
    return { callId: id }
  },
  getWebhookCalls: async ({ input, tx }) => {
    const counts = await countCalls(tx, input.plantId)
    const total = input.state ? counts[input.state] : Object.values(counts).reduce((sum, calls) => sum + calls, 0)
    return { calls: await listCalls(tx, input), total, counts }
  },
  resendWebhookCalls: async ({ input, tx, announce, ports, fail }) => {
    const row = (await findWebhook(tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(tx, row)
    if (!row.on) return fail('WEBHOOK_OFF')
    const calls = await resend(tx, input, ports.clock.now())
    if (calls === 0 && input.callId && !(await hasCall(tx, row.id, input.callId))) return fail('WEBHOOK_CALL_NOT_FOUND')
    tellCalls(announce, input.plantId)
    return { calls }
  },
  discardWebhookCalls: async ({ input, tx, announce, ports, fail }) => {
    const row = (await findWebhook(tx, input)) ?? fail('WEBHOOK_NOT_FOUND')
    aboutWebhook(tx, row)
    const calls = await discard(tx, input, ports.clock.now())
    if (calls === 0 && input.callId && !(await hasCall(tx, row.id, input.callId))) return fail('WEBHOOK_CALL_NOT_FOUND')
    tellCalls(announce, input.plantId)
    return { calls }
  },
}
