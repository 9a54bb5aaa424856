export { listLamps, saveLampNote, toLamp } from './lamps.store.ts'
