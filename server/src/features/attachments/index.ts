export { attachmentUploads } from './attachment-uploads.ts'
export { moveLampPhotos, passOnLampPhotos } from './attachments.store.ts'
export { arePhotosOf } from './lamp-photos.ts'
export { startPreviewMaker } from './make-previews.ts'
