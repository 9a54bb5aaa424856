export { listLamps, toLamp } from './lamps.store.ts'
