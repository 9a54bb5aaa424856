export { createCalendarFinder } from './find-feed.ts'
export { readFirstTestOf, readNextOfPlants } from './next-tests.ts'
export { dateSyncTask, /** @internal */ syncDates } from './sync-dates.ts'
