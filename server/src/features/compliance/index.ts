export { deleteExpiredInspectorLinks } from './inspector-links.store.ts'
