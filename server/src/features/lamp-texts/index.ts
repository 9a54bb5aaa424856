export { deleteOldParts, deleteOldRevisions } from './lamp-texts.store.ts'
