export { attachmentUploads } from './attachment-uploads.ts'
export { startPreviewMaker } from './make-previews.ts'
