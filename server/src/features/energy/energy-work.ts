/** What the thread of energy does: all that would hold up the event loop. */
export { book } from './book-work.ts'
export { findNotable } from './notes-work.ts'
export { quarterAll, totalAll, totalGroups } from './total-work.ts'
