export { findFavourite, isFavourite } from './favourites.store.ts'
export { plantsChanged } from './plants.domain-events.ts'
export {
  archivedAmong,
  extendPro,
  findHistoryStart,
  findPlant,
  findPlantEver,
  findTier,
  findTiers,
  grantPro,
  insertPlant,
  isOfTier,
  type PlantRow,
  plantDay,
  plantNames,
  plantZones,
  presentPlant,
  savePlantState,
  searched,
  takeEndedPro,
  tierIn,
} from './plants.store.ts'
export { readPlacesAhead } from './read-places.ts'
