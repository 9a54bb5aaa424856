export { findHandover } from './handover.store.ts'
export { readHandover } from './view-handover.ts'
