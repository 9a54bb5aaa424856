export { createCalendarFinder } from './find-feed.ts'
export { dateSyncTask, /** @internal */ syncDates } from './sync-dates.ts'
