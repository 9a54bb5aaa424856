export { handoverNames } from './handover.schema.ts'
export { findHandover } from './handover.store.ts'
export { readHandover } from './view-handover.ts'
