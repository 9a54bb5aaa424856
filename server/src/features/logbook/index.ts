export { addEntries } from './logbook.store.ts'
