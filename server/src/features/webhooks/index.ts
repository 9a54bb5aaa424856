export { insertWebhookCalls } from './insert-webhook-calls.ts'
export { webhookSender } from './send-webhooks.ts'
export { createWebhookCipher } from './signing.ts'
export { deleteOldWebhookCalls } from './webhook-calls.store.ts'
