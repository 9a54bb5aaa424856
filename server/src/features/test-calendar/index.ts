export { createCalendarFinder } from './find-feed.ts'
export { /** @internal */ keepDates, startDateKeeper } from './keep-dates.ts'
