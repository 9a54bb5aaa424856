export { complianceNames } from './compliance.schema.ts'
export { deleteExpiredInspectorLinks } from './inspector-links.store.ts'
export { choiceOf } from './judge-plant.ts'
export { readPresent } from './read-present.ts'
