export { findFavourite, isFavourite } from './favourites.store.ts'
export { plantsChanged } from './plants.domain-events.ts'
export {
  claimEndedPro,
  extendPro,
  findHistoryStart,
  findPlant,
  findPlantDay,
  findPlantOrDeleted,
  findPresentPlant,
  findTier,
  findTiers,
  grantPro,
  insertPlant,
  isAnyProEnded,
  isOfTier,
  listArchived,
  listPlantNames,
  listPlantZones,
  matchesSearch,
  type PlantRow,
  savePlantState,
  tierIn,
} from './plants.store.ts'
export { preloadPlacesAtStart } from './preload-places.ts'
