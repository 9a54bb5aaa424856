import { later } from '../../shared/later.tsx'

export { AttachmentsCard } from './AttachmentsCard.tsx'
export const LampPhotos = later(async () => (await import('./LampPhotos.tsx')).LampPhotos)
