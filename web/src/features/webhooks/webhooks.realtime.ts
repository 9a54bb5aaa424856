import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps webhooks and their calls in sync. */
export const webhookPatches: RealtimePatches = {
  webhooks: (cache, { plant_id }) => cache.refetch('getWebhooks', (input) => input.plantId === plant_id),
  webhookCalls: (cache, { plant_id }) => cache.refetch('getWebhookCalls', (input) => input.plantId === plant_id),
}
