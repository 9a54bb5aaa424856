export { findPlant, findTier, grantPro, insertPlant, type PlantRow, plain, plantNames } from './plants.store.ts'
