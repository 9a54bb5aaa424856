import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps notice settings in sync with changes made elsewhere. */
export const noticePatches: RealtimePatches = {
  noticeSettings: (cache, { plant_id }) => {
    cache.refetch('getNoticeSettings', (input) => input.plantId === plant_id)
    cache.refetch('getEscalation', (input) => input.plantId === plant_id)
    cache.refetch('getNoticeThresholds', (input) => input.plantId === plant_id)
    cache.refetch('getOpenEscalations', (input) => input.plantId === plant_id)
    cache.refetch('getOwnNoticeSettings')
    cache.refetch('getMemberNoticeSettings', (input) => input.plantId === plant_id)
  },
  updatePlant: (cache, { plant_id }) => {
    cache.refetch('getNoticeSettings', (input) => input.plantId === plant_id)
    cache.refetch('getOwnNoticeSettings')
  },
  pushDevices: (cache) => cache.refetch('getPushDevice'),
  notices: (cache, { plant_id }) => {
    cache.refetch('getNoticeHistory', (input) => input.plantId === plant_id)
    cache.refetch('getOpenEscalations', (input) => input.plantId === plant_id)
    cache.refetch('getOpenNotices')
  },
  // Causes end with the units' reports.
  plantCounts: (cache, { plant_id }) => {
    cache.refetchSpread('getOpenEscalations', (input) => input.plantId === plant_id)
    cache.refetchSpread('getOpenNotices')
  },
}
