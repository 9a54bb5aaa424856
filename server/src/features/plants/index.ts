export { plantsChanged } from './plants.domain-events.ts'
export {
  findHistoryStart,
  findPlant,
  findTier,
  findTiers,
  grantPro,
  insertPlant,
  type PlantRow,
  plain,
  plantNames,
  plantZones,
} from './plants.store.ts'
