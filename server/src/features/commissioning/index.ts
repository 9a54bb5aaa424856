export { commissioningNames } from './commissioning.schema.ts'
export { deleteOldWalks } from './commissioning.store.ts'
