import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** The lists are read again, since the links to its previews are of one session. */
export const attachmentPatches: RealtimePatches = {
  attachments: (cache, { plant_id }) => {
    cache.refetch('getAttachments', (input) => input.plantId === plant_id)
    cache.refetch('getLampPhotos', (input) => input.plantId === plant_id)
  },
}
