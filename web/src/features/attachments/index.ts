import { later } from '../../shared/later.tsx'

export { AttachmentsCard } from './AttachmentsCard.tsx'
export { AttachProgress } from './AttachProgress.tsx'
export const LampPhotos = later(async () => (await import('./LampPhotos.tsx')).LampPhotos)
export { usePhotoNotice } from './PhotoNotice.tsx'
export { useAttach } from './use-attach.ts'
export const AddPhoto = later(async () => (await import('./AddPhoto.tsx')).AddPhoto)
