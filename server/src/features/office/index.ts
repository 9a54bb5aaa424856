export { saveOwnOver } from './office-notes.store.ts'
