import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export { AttachmentsCard } from './AttachmentsCard.tsx'
export { AttachProgress } from './AttachProgress.tsx'
export const LampPhotos = later(
  async () => (await Promise.all([import('./LampPhotos.tsx'), needWords('attachment')]))[0].LampPhotos,
)
export { usePhotoNotice } from './PhotoNotice.tsx'
export { useAttach } from './use-attach.ts'
export { useLampPhotos } from './use-lamp-photos.ts'
export const AddPhoto = later(
  async () => (await Promise.all([import('./AddPhoto.tsx'), needWords('attachment')]))[0].AddPhoto,
)
