import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, page, plantId, version } from '../../kernel/primitives.ts'
import { maxWebhooksPerPlant, webhook, webhookCall, webhookCallStates, webhookDraft } from './webhook.ts'

/** The secret is null for a repetition with the same idempotency key. */
const withSecret = z.object({ webhook, secret: z.string().nullable() })
/** One dead letter, or without `callId` all of the webhook. */
const deadLetters = z.strictObject({ plantId, webhookId: id, callId: id.optional() })
const callCount = z.object({ calls: z.int() })

/** Webhooks of a plant, their calls and dead letters. */
export const webhookActions = defineActions({
  /** Lists the webhooks of a plant with address and kinds of notices, oldest first. */
  getWebhooks: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ webhooks: z.array(webhook).max(maxWebhooksPerPlant) }),
    errors: [],
    effect: 'read',
  },
  /** Creates a webhook and returns the secret for signing its calls, once: a repeated answer has null. */
  createWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhook: webhookDraft }),
    output: withSecret,
    secretOutput: ['secret'],
    errors: ['WEBHOOK_LIMIT', 'WEBHOOK_ADDRESS_REFUSED'],
    effect: 'write',
    about: 'webhook',
    alone: true,
    limit: { calls: 60, windowS: 3600 },
  },
  /** Changes a webhook over the opened version. Switching it off turns waiting calls into dead letters. */
  updateWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id, version, webhook: webhookDraft }),
    output: z.object({ webhook }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_ADDRESS_REFUSED', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'webhook',
    limit: { calls: 120, windowS: 3600 },
  },
  /** Renews and returns the secret of a webhook. The previous one also signs calls for 24 hours. */
  renewWebhookSecret: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id }),
    output: withSecret,
    secretOutput: ['secret'],
    errors: ['WEBHOOK_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
    limit: { calls: 60, windowS: 3600 },
  },
  /** Removes a webhook with its calls; waiting calls are not sent. */
  removeWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id }),
    output: z.object({}),
    errors: ['WEBHOOK_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
  },
  /** Sends one test call to a receiver, even if the webhook is off; its answer is in the list of calls. */
  testWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id }),
    output: z.object({ callId: id }),
    errors: ['WEBHOOK_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
    limit: { calls: 30, windowS: 3600 },
  },
  /** Lists the calls to receivers of a plant with their answers, newest first. */
  getWebhookCalls: {
    permission: 'plant.administer',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      state: z.enum(webhookCallStates).optional(),
    }),
    output: z.object({
      calls: z.array(webhookCall).max(1000),
      total: z.int(),
      /** Number of calls in each state, regardless of the state filter. */
      counts: z.record(z.enum(webhookCallStates), z.int()),
    }),
    errors: [],
    effect: 'read',
    cost: 3,
  },
  /**
   * Resends one dead letter of a webhook, or all, with the same body and `webhook-id` and the full number of attempts.
   * Repeating the call has no effect.
   */
  resendWebhookCalls: {
    permission: 'plant.administer',
    input: deadLetters,
    output: callCount,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_OFF', 'WEBHOOK_CALL_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
  },
  /** Discards a dead letter of a webhook, or all. */
  discardWebhookCalls: {
    permission: 'plant.administer',
    input: deadLetters,
    output: callCount,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_CALL_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
  },
})

export const webhookErrors = defineErrors({
  WEBHOOK_NOT_FOUND: 404,
  /** With `limit`. */
  WEBHOOK_LIMIT: 409,
  /** The address may not be called: without TLS, within a network, or with a name and password in it. */
  WEBHOOK_ADDRESS_REFUSED: 400,
  /** Calls cannot be resent while the webhook is off. */
  WEBHOOK_OFF: 409,
  /** The webhook has no such call. */
  WEBHOOK_CALL_NOT_FOUND: 404,
})

export const webhookEvents = defineEvents({
  /** The webhooks of the plant changed. */
  webhooks: z.object({ plant_id: id }),
  /** A call of the plant was sent, or its state changed. */
  webhookCalls: z.object({ plant_id: id }),
})
