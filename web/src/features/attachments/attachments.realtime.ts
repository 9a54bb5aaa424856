import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Refetches the lists, because preview links belong to one session. */
export const attachmentPatches: RealtimePatches = {
  attachments: (cache, { plant_id }) => {
    cache.refetch('getAttachments', (input) => input.plantId === plant_id)
    cache.refetch('getLampPhotos', (input) => input.plantId === plant_id)
  },
}
