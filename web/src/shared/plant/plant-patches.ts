import type { CachePatcher, RealtimePatches } from '../realtime/event-buffer.ts'
import type { PlantDetails } from './plant.ts'

function patchDetails(cache: CachePatcher, plantId: string, change: (details: PlantDetails) => PlantDetails): void {
  cache.update('getPlantDetails', (input) => input.plantId === plantId, change)
}

/** The list with the item in place of the one that is the same, or at its end. */
function put<Item>(items: readonly Item[], item: Item, isSame: (other: Item) => boolean): Item[] {
  return items.some(isSame) ? items.map((other) => (isSame(other) ? item : other)) : [...items, item]
}

type UnitId = { cu_type: string; cu_id: string }
const isUnit = (one: UnitId) => (other: UnitId) => one.cu_type === other.cu_type && one.cu_id === other.cu_id

const putUnit: NonNullable<RealtimePatches['saveCu']> = (cache, { plant_id, unit }) =>
  patchDetails(cache, plant_id, (details) => ({ ...details, units: put(details.units, unit, isUnit(unit)) }))

/** Keeps the shared answer of a plant and the lists of plants as the server reports them. */
export const plantPatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, ...figures }) => {
    cache.update(
      'getPlantDetails',
      (input) => input.plantId === plant_id,
      (answer) => ({ ...answer, plant: { ...answer.plant, ...figures } }),
    )
    cache.update(
      'getAllPlants',
      () => true,
      (answer) => {
        const before = answer.plants.find((plant) => plant.plant_id === plant_id)
        if (!before) return answer
        const conditions = { ...answer.conditions }
        conditions[before.condition] -= 1
        conditions[figures.condition] += 1
        const plants = answer.plants.map((plant) => (plant === before ? { ...plant, ...figures } : plant))
        return { ...answer, plants, conditions }
      },
    )
  },
  response: (cache, { plant_id, command }) =>
    patchDetails(cache, plant_id, (details) => ({
      ...details,
      commands: put(details.commands, command, ({ id }) => id === command.id),
    })),
  saveCu: putUnit,
  shadow: putUnit,
  removeCu: (cache, { plant_id, ...gone }) =>
    patchDetails(cache, plant_id, (details) => ({
      ...details,
      units: details.units.filter((unit) => !isUnit(gone)(unit)),
    })),
  keepalive: (cache, { plant_id, cu_connected, last_seen, ...received }) =>
    patchDetails(cache, plant_id, (details) => ({
      ...details,
      units: details.units.map((unit) =>
        isUnit(received)(unit)
          ? { ...unit, cu_connected, last_seen, connection: cu_connected ? 'connected' : 'disconnected' }
          : unit,
      ),
    })),
  ftest: (cache, { plant_id, test }) =>
    patchDetails(cache, plant_id, (details) => ({
      ...details,
      tests: put(details.tests, test, ({ id }) => id === test.id),
    })),
  savePlant: (cache) => cache.refetch('getAllPlants'),
  removePlant: (cache, { plant_id }) => {
    cache.refetch('getAllPlants')
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
  updatePlant: (cache, { plant_id }) => {
    cache.refetch('getAllPlants')
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
  plantUsers: (cache, { plant_id, plant_users }) => {
    cache.update(
      'getPlantDetails',
      (input) => input.plantId === plant_id,
      (answer) => ({ ...answer, plant: { ...answer.plant, plant_users } }),
    )
    // The event carries no addresses: each browser reads what its role may see.
    cache.refetch('getPlantUsers', (input) => input.plantId === plant_id)
    cache.refetch('listaInviti', (input) => input.plantId === plant_id)
  },
  membershipEnded: (cache, { plant_id }) => {
    cache.refetch('getAllPlants')
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
}
