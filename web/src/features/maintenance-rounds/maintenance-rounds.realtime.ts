import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

type OfPlant = { plantId: string }
const isOfPlant =
  (plantId: string) =>
  (input: OfPlant): boolean =>
    input.plantId === plantId

const refetchItems = (cache: CachePatcher, plantId: string): void => {
  cache.refetchSpread('getRound', isOfPlant(plantId))
  cache.refetchSpread('getLampRepairs', isOfPlant(plantId))
}

/** Keeps rounds in sync with other people's work, and faults outside rounds with the units' reports. */
export const roundPatches: RealtimePatches = {
  round: (cache, { plant_id, round_id }) => {
    cache.refetch('getRound', (input) => input.plantId === plant_id && input.roundId === round_id)
    cache.refetch('getRounds', isOfPlant(plant_id))
    cache.refetch('getLampRepairs', isOfPlant(plant_id))
    cache.refetch('getOpenFaults', isOfPlant(plant_id))
  },
  // Changes when a battery will be charged, and which test runs.
  heldTest: (cache, { plant_id }) => refetchItems(cache, plant_id),
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt === null) refetchItems(cache, plant_id)
  },
  lamps: (cache, { plant_id }) => cache.refetchSpread('getOpenFaults', isOfPlant(plant_id)),
  lampsReset: (cache, { plant_id }) => {
    cache.refetchSpread('getOpenFaults', isOfPlant(plant_id))
    refetchItems(cache, plant_id)
  },
}
