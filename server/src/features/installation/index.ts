export { noteThatItRanOn } from './installation.store.ts'
export { createRestoreWatch, type MarkFile, type SeenMark } from './watch-restores.ts'
