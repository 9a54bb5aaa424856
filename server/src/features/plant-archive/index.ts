export { eraseDeletedPlants, forgetDeletedPlants } from './erase-plants.ts'
