export { noteWebhookCalls } from './note-webhook-calls.ts'
export { webhookSender } from './send-webhooks.ts'
export { createWebhookVault } from './signing.ts'
export { deleteOldWebhookCalls } from './webhook-calls.store.ts'
