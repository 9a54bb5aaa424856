import { z } from 'zod'
import { count, id, instant, line } from '../../kernel/primitives.ts'
import { noticeKinds } from '../notices/notice.ts'

/** Maximum webhooks of one plant. */
export const maxWebhooksPerPlant = 5

/** Seconds between the attempts of a call; after the last failed attempt, it becomes a dead letter. */
export const webhookRetryDelaysS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const

/** Maximum attempts of a notice; a test has only one, because a person waits for its answer. */
export const maxWebhookAttempts = webhookRetryDelaysS.length + 1

/** Hours for which the previous secret also signs after a renewal. */
export const secretOverlapH = 24

/** Maximum previous secrets for signing together with the newest; the oldest is dropped. */
export const maxPreviousSecrets = 4

/** Maximum waiting and dead calls of one webhook; beyond it the oldest are discarded. */
export const maxUndeliveredCalls = 1_000

/** Maximum stored characters of a receiver's answer: its status and first line. */
export const maxWebhookAnswerLength = 200

/** Kind of a call: a kind of notice, or a test of the receiver. */
export const webhookCallKinds = [...noticeKinds, 'test'] as const
export type WebhookCallKind = (typeof webhookCallKinds)[number]

/** State of a call: waiting for its next attempt, accepted, a dead letter, or discarded. */
export const webhookCallStates = ['waiting', 'taken', 'dead', 'discarded'] as const
export type WebhookCallState = (typeof webhookCallStates)[number]

/**
 * Why a call failed: the receiver answered other than 200 to 299; redirected; reported itself gone; timed out; was
 * unreachable; or has an address in a forbidden network. `off`: the webhook, or the notices of the plant, are off.
 * `unsigned`: its secret cannot be decrypted, because the server has another key. `tooMany`: newer calls replaced it.
 */
export const webhookFailures = [
  'answered',
  'redirected',
  'gone',
  'silent',
  'unreachable',
  'internal',
  'off',
  'unsigned',
  'tooMany',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]

/** Saved part of a webhook: address, kinds of notices, and whether it is on. */
export const webhookDraft = z.strictObject({
  address: line(1_000).pipe(z.url({ protocol: /^https?$/, error: 'web_address' })),
  kinds: z.array(z.enum(noticeKinds)).min(1, { error: 'cannot_be_empty' }).max(noticeKinds.length),
  on: z.boolean(),
})
export type WebhookDraft = z.infer<typeof webhookDraft>

/** Webhook as administrators of the plant see it; its secret is shown once, at creation. */
export const webhook = z.object({
  id,
  ...webhookDraft.shape,
  madeAt: instant,
  /** When the receiver reported itself gone, which switched the webhook off; reset when it is switched on. */
  goneAt: instant.nullable(),
  version: count,
})
export type Webhook = z.infer<typeof webhook>

/** Row of the list of calls. */
export const webhookCall = z.object({
  id,
  webhookId: id,
  kind: z.enum(webhookCallKinds),
  at: instant,
  /** Number of causes; the first one belongs to this unit, by its description, and to the lamp at this address. */
  causes: z.int(),
  unit: z.string().nullable(),
  addr: z.int().nullable(),
  state: z.enum(webhookCallStates),
  /** Start of the state; for a waiting call, its end. */
  stateAt: instant,
  tries: z.int(),
  triesAtMost: z.int(),
  failure: z.enum(webhookFailures).nullable(),
  /** Status and first line of the receiver's answer. */
  answer: z.string().nullable(),
})
export type WebhookCall = z.infer<typeof webhookCall>
