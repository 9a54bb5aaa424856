export { deleteOldWalks } from './commissioning.store.ts'
