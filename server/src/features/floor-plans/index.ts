export { floorPlanUploads } from './floor-plan-uploads.ts'
export { findFloorPlan } from './floor-plans.store.ts'
export { startDrawingMaker } from './make-drawings.ts'
export { movePlaces, passOnPlaces, placesOnPlan } from './places.store.ts'
