import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Refetches the Bluetooth logbook and the public reports when they grow. */
export const bluetoothPatches: RealtimePatches = {
  bleLogbook: (cache, { plant_id }) => cache.refetchSpread('getBleLogbooks', (input) => input.plantId === plant_id),
  bleReports: (cache, { plant_id }) => cache.refetch('getBleReports', (input) => input.plantId === plant_id),
}
