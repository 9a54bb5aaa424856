export { createFileLinks } from './file-links.ts'
export { type FileRow, findFile, isKept, updateFile } from './files.store.ts'
export { createFileFinder, type FileGuard } from './find-linked-file.ts'
export { checkFileQuota, checkPhotoNotice, keepFile, recognise } from './keep-file.ts'
export { type LinkParts, linkTo } from './link-to.ts'
export {
  claimLeave,
  createUploadReceiver,
  inTime,
  pictureTypes,
  type TakenUpload,
  type TakeUpload,
  type UploadKind,
} from './receive-upload.ts'
export { sweepFilesAtNight } from './sweep-files.ts'
