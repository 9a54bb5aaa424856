export { saveOfficeNoteIfVersion } from './office-notes.store.ts'
