import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps webhooks and what they sent as they are elsewhere. */
export const webhookPatches: RealtimePatches = {
  webhooks: (cache, { plant_id }) => cache.refetch('getWebhooks', (input) => input.plantId === plant_id),
  webhookCalls: (cache, { plant_id }) => cache.refetch('getWebhookCalls', (input) => input.plantId === plant_id),
}
