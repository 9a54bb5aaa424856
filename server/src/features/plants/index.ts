export { findPlant, findTier, type PlantRow, plain, plantNames } from './plants.store.ts'
