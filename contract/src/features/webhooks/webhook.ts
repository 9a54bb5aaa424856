import { z } from 'zod'
import { count, id, instant, line } from '../../kernel/primitives.ts'
import { noticeKinds } from '../notices/notice.ts'

/** Webhooks of one plant at most. */
export const maxWebhooksPerPlant = 5

/** Seconds from each try of a call to the next: after the last try that fails, the call is a dead letter. */
export const webhookRetryDelaysS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const

/** How often a notice is tried; a test is tried once, as somebody waits for its answer. */
export const maxWebhookAttempts = webhookRetryDelaysS.length + 1

/** Hours for which a secret signs beside the one that took its place. */
export const secretOverlapH = 24

/** Earlier secrets that sign beside the newest, at most; the oldest gives way. */
export const maxPreviousSecrets = 4

/** Calls of one webhook that still wait or are dead letters, at most; beyond, the oldest are discarded. */
export const maxUndeliveredCalls = 1_000

/** Characters of what a receiver answered that are kept: its status, and the first line of what it said. */
export const maxWebhookAnswerLength = 200

/** What a call is about: a kind of notice, or somebody who tries the receiver. */
export const webhookCallKinds = [...noticeKinds, 'test'] as const
export type WebhookCallKind = (typeof webhookCallKinds)[number]

/** How far a call came: it waits for its next try, was taken, was given up as a dead letter, or was discarded. */
export const webhookCallStates = ['waiting', 'taken', 'dead', 'discarded'] as const
export type WebhookCallState = (typeof webhookCallStates)[number]

/**
 * Why a call was not taken: the receiver answered otherwise than with 200 to 299, led elsewhere, said that it is gone, said nothing in time, could not be
 * reached, or has an address within a network that may not be called. `off`: the webhook, or the notices of the plant, are switched off.
 * `unsigned`: its secret cannot be opened, as the server has another key by now. `tooMany`: newer calls took its place.
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

/** What is saved of a webhook: where calls go, of which kinds of notices, and whether any go at all. */
export const webhookDraft = z.strictObject({
  address: line(1_000).pipe(z.url({ protocol: /^https?$/, error: 'web_address' })),
  kinds: z.array(z.enum(noticeKinds)).min(1, { error: 'cannot_be_empty' }).max(noticeKinds.length),
  on: z.boolean(),
})
export type WebhookDraft = z.infer<typeof webhookDraft>

/** A webhook as administrators of the plant see it; its secret is told once, as it is made. */
export const webhook = z.object({
  id,
  ...webhookDraft.shape,
  madeAt: instant,
  /** When its receiver said that it is gone, which switched the webhook off; until it is switched on again. */
  goneAt: instant.nullable(),
  version: count,
})
export type Webhook = z.infer<typeof webhook>

/** One line of what was sent. */
export const webhookCall = z.object({
  id,
  webhookId: id,
  kind: z.enum(webhookCallKinds),
  at: instant,
  /** How much happened of which it tells; what happened first is of this unit, as people call it, and of the lamp at this position. */
  causes: z.int(),
  unit: z.string().nullable(),
  addr: z.int().nullable(),
  state: z.enum(webhookCallStates),
  /** Since when it is in that state; of one that waits, until when. */
  stateAt: instant,
  tries: z.int(),
  triesAtMost: z.int(),
  failure: z.enum(webhookFailures).nullable(),
  /** The status that the receiver answered with, and the first line of what it said. */
  answer: z.string().nullable(),
})
export type WebhookCall = z.infer<typeof webhookCall>
