export { createCalendarFinder } from './find-feed.ts'
export { dateKeeper, /** @internal */ keepDates } from './keep-dates.ts'
