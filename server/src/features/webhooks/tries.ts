import {
  type WebhookCallKind,
  type WebhookFailure,
  webhookGapsS,
  webhookTries,
} from '@vigilux/contract/features/webhooks/webhook.ts'

/** Failures that the next try would meet again, whatever the receiver does. */
const lasting: readonly WebhookFailure[] = ['gone', 'internal', 'unsigned']

export const triesAtMost = (kind: WebhookCallKind): number => (kind === 'test' ? 1 : webhookTries)

/** When a call is tried next that has failed so often; null where it is given up. */
export const nextTry = (kind: WebhookCallKind, tries: number, failure: WebhookFailure, now: Date): Date | null => {
  const gapS = webhookGapsS[tries - 1]
  if (gapS === undefined || tries >= triesAtMost(kind) || lasting.includes(failure)) return null
  return new Date(now.getTime() + gapS * 1000)
}
