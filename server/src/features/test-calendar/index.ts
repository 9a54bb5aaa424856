export { createCalendarFinder } from './find-feed.ts'
export { keepDates, startDateKeeper } from './keep-dates.ts'
