export { remotePanelNames } from './remote-panel.schema.ts'
export { deleteOldWishes } from './remote-panel.store.ts'
export { inhibitionWatch } from './watch-inhibitions.ts'
