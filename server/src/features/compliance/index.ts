export { deleteExpiredInspectorLinks } from './inspector-links.store.ts'
export { choiceOf } from './judge-plant.ts'
