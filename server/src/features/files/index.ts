export { createFileLink, type LinkParts } from './create-link.ts'
export { createFileLinks } from './file-links.ts'
export { type FileRow, findFile, isAvailable, updateFile } from './files.store.ts'
export { createFileFinder, type FileGuard } from './find-linked-file.ts'
export { createFileOpener } from './open-file.ts'
export {
  type AcceptUpload,
  type CustomUpload,
  claimUploadGrant,
  createUploadReceiver,
  pictureTypes,
  type UploadKind,
  withTimeout,
} from './receive-upload.ts'
export { checkFileQuota, checkPhotoNotice, detectType, storeFile } from './store-file.ts'
export { sweepFilesAtNight } from './sweep-files.ts'
