export { deletePlantRemainders, eraseDeletedPlants } from './erase-plants.ts'
