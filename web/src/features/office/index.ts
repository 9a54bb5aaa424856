export { UserPlants } from './UserPlants.tsx'
