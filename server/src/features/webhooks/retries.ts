import {
  maxWebhookAttempts,
  type WebhookCallKind,
  type WebhookFailure,
  webhookRetryDelaysS,
} from '@vigilux/contract/features/webhooks/webhook.ts'

/** Permanent failures, whatever the receiver does. */
const permanentFailures: readonly WebhookFailure[] = ['gone', 'internal', 'unsigned']

export const maxTries = (kind: WebhookCallKind): number => (kind === 'test' ? 1 : maxWebhookAttempts)

/** The next try of a failed call; null when it is given up. */
export const computeNextTry = (
  kind: WebhookCallKind,
  tries: number,
  failure: WebhookFailure,
  now: Date,
): Date | null => {
  const gapS = webhookRetryDelaysS[tries - 1]
  if (gapS === undefined || tries >= maxTries(kind) || permanentFailures.includes(failure)) return null
  return new Date(now.getTime() + gapS * 1000)
}
