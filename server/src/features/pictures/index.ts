export { createPictureFinder } from './find-picture.ts'
export { type PictureUploadParts, pictureUploads } from './picture-uploads.ts'
export { findLogo, pictureAddress, replacePicture } from './pictures.store.ts'
