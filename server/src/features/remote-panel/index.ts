export { remotePanelNames } from './remote-panel.schema.ts'
export { deleteOldRequests } from './remote-panel.store.ts'
export { inhibitionWatcher } from './watch-inhibitions.ts'
