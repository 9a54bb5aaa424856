export { createCalendarFinder } from './find-feed.ts'
