export { PlantOnMap, PlantsMap, PositionMap } from './parts.tsx'
