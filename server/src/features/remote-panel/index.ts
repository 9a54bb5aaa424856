export { remotePanelNames } from './remote-panel.schema.ts'
export { deleteOldWishes } from './remote-panel.store.ts'
export { startInhibitionWatch } from './watch-inhibitions.ts'
