import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

type OfPlant = { plantId: string }
const ofPlant =
  (plantId: string) =>
  (input: OfPlant): boolean =>
    input.plantId === plantId

/** Keeps rounds in sync with other people's work, and faults outside rounds with the units' reports. */
export const roundPatches: RealtimePatches = {
  round: (cache, { plant_id, round_id }) => {
    cache.refetch('getRound', (input) => input.plantId === plant_id && input.roundId === round_id)
    cache.refetch('getRounds', ofPlant(plant_id))
    cache.refetch('getOpenFaults', ofPlant(plant_id))
  },
  // Changes when a battery will be charged, and which test runs.
  heldTest: (cache, { plant_id }) => cache.refetchSpread('getRound', ofPlant(plant_id)),
  ftest: (cache, { plant_id, test }) => {
    if (test.endedAt === null) cache.refetchSpread('getRound', ofPlant(plant_id))
  },
  lamps: (cache, { plant_id }) => cache.refetchSpread('getOpenFaults', ofPlant(plant_id)),
  lampsReset: (cache, { plant_id }) => {
    cache.refetchSpread('getOpenFaults', ofPlant(plant_id))
    cache.refetchSpread('getRound', ofPlant(plant_id))
  },
}
