export { createFileLinks } from './file-links.ts'
export { findFile, isKept } from './files.store.ts'
export { checkFileQuota, type FileKeeperParts, keepFile } from './keep-file.ts'
export { createFileOpener, type OpenFile } from './open-file.ts'
