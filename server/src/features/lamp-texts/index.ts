export { lampTextNames } from './lamp-texts.schema.ts'
export { deleteOldParts, deleteOldRevisions } from './lamp-texts.store.ts'
