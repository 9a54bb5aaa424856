export { noteThatItRanOn } from './installation.store.ts'
export { createRestoreWatch } from './watch-restores.ts'
