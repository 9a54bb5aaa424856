import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export { AttachmentsCard } from './AttachmentsCard.tsx'
export { AttachProgress } from './AttachProgress.tsx'
export const LampPhotos = lazy(
  async () => (await Promise.all([import('./LampPhotos.tsx'), loadTextBundles('attachment')]))[0].LampPhotos,
)
export const AddLampPhoto = lazy(
  async () => (await Promise.all([import('./LampPhotos.tsx'), loadTextBundles('attachment')]))[0].AddLampPhoto,
)
export { usePhotoNotice } from './PhotoNotice.tsx'
export { useAttach } from './use-attach.ts'
export { useLampPhotos } from './use-lamp-photos.ts'
export const AddPhoto = lazy(
  async () => (await Promise.all([import('./AddPhoto.tsx'), loadTextBundles('attachment')]))[0].AddPhoto,
)
