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
