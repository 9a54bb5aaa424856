export { canGo, type Entry, placeOf, workOf } from './entry.ts'
export { OutboxList } from './OutboxList.tsx'
export { addEntry, removeEntry } from './outbox.ts'
export { useOutbox } from './use-outbox.ts'
