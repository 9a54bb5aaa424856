export { floorPlanUploads } from './floor-plan-uploads.ts'
export { startDrawingMaker } from './make-drawings.ts'
export { movePlaces, passOnPlaces } from './places.store.ts'
