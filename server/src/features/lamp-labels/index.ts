export { lampTextNames } from './lamp-labels.schema.ts'
export { deleteOldParts, deleteOldRevisions } from './lamp-labels.store.ts'
