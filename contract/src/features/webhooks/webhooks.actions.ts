import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, page, plantId, version } from '../../kernel/primitives.ts'
import { maxWebhooksPerPlant, webhook, webhookCall, webhookCallStates, webhookDraft } from './webhook.ts'

/** The secret is null for a repetition with the same idempotency key. */
const withSecret = z.object({ webhook, secret: z.string().nullable() })
/** One dead letter, or with none named all of the webhook. */
const deadLetters = z.strictObject({ plantId, webhookId: id, callId: id.optional() })
const callCount = z.object({ calls: z.int() })

export const webhookActions = defineActions({
  /** The webhooks of a plant, the oldest first: where they lead, and of which kinds of notices they tell. */
  getWebhooks: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ webhooks: z.array(webhook).max(maxWebhooksPerPlant) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes a webhook and answers its secret, with which calls are signed and which is never told again. The
   * secret of a repetition is null.
   */
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
  /** Changes a webhook over the version that was opened. Switched off, what still waits becomes dead letters. */
  updateWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id, version, webhook: webhookDraft }),
    output: z.object({ webhook }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_ADDRESS_REFUSED', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'webhook',
    limit: { calls: 120, windowS: 3600 },
  },
  /** Gives a webhook another secret and answers it; calls are signed with the one before as well for 24 hours, so that the receiver can change over. */
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
  /** Removes a webhook with all that it has sent; what still waits is not sent. */
  removeWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id }),
    output: z.object({}),
    errors: ['WEBHOOK_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
  },
  /** Sends a test to a receiver, once, also where the webhook is switched off; what comes back is in the list of calls. */
  testWebhook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, webhookId: id }),
    output: z.object({ callId: id }),
    errors: ['WEBHOOK_NOT_FOUND'],
    effect: 'write',
    about: 'webhook',
    limit: { calls: 30, windowS: 3600 },
  },
  /** What was sent to the receivers of a plant and what came back, newest first. */
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
      /** How many there are in each state, whichever was asked for. */
      counts: z.record(z.enum(webhookCallStates), z.int()),
    }),
    errors: [],
    effect: 'read',
    cost: 3,
  },
  /** Sends a dead letter of a webhook again, or all: with the body and the `webhook-id` of before, and as often as the first time. Asked for twice is as good as once. */
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
  /** The address is none that may be called: not over TLS, within a network, or with a name and password in it. */
  WEBHOOK_ADDRESS_REFUSED: 400,
  /** Nothing is sent again while the webhook is switched off. */
  WEBHOOK_OFF: 409,
  /** The webhook has no such call. */
  WEBHOOK_CALL_NOT_FOUND: 404,
})

export const webhookEvents = defineEvents({
  /** The webhooks of the plant are others than before. */
  webhooks: z.object({ plant_id: id }),
  /** What was sent to receivers of the plant is other than before, or what became of it. */
  webhookCalls: z.object({ plant_id: id }),
})
