export { plantsChanged } from './plants.domain-events.ts'
export {
  findPlant,
  findTier,
  grantPro,
  insertPlant,
  type PlantRow,
  plain,
  plantNames,
  plantZones,
} from './plants.store.ts'
