import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

const readings = ['getEnergy', 'getEnergySummary', 'getEnergyShares', 'getEnergyNotes', 'getRecentEnergy'] as const

/** All plants are booked every quarter hour, so the refetches of open browsers are spread. */
export const energyPatches: RealtimePatches = {
  energyChanged: (cache, { plant_id }) => {
    for (const action of readings) cache.refetchSpread(action, (input) => input.plantId === plant_id)
  },
  saveEnergySettings: (cache, { plant_id }) => {
    for (const action of ['getEnergySettings', ...readings] as const)
      cache.refetch(action, (input) => input.plantId === plant_id)
  },
}
