export { recordRunAfterBackup } from './installation.store.ts'
export { createRestoreWatch } from './watch-restores.ts'
