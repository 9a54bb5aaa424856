export { complianceNames } from './compliance.schema.ts'
export { deleteExpiredInspectorLinks } from './inspector-links.store.ts'
export { choiceOf } from './judge-plant.ts'
export { type LogbookState, readLogbookState } from './logbook-state.ts'
