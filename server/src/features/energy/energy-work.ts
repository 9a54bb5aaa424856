/** What the thread of energy does: all that would hold up the event loop. */
export { book } from './book-work.ts'
export { totalAll } from './total-work.ts'
