import { later } from '../../shared/later.tsx'

export const LogoCard = later(async () => (await import('./LogoCard.tsx')).LogoCard)
export const OwnPictureCard = later(async () => (await import('./OwnPictureCard.tsx')).OwnPictureCard)
