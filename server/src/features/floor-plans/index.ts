export { drawingWorker } from './drawing-worker.ts'
export { fillPlan } from './fill-plan.ts'
export { floorPlanUploads } from './floor-plan-uploads.ts'
export { findFloorPlan, listFloorPlans } from './floor-plans.store.ts'
export {
  countByPlan,
  listPlacesOnPlan,
  movePlaces,
  movePlacesToSuccessors,
  type PlacedLamp,
  unitPlaceSerial,
} from './places.store.ts'
export { requirePlan } from './require-plan.ts'
export { placeOnPlan } from './save-places.ts'
