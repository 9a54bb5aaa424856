import { lazy } from '../../shared/lazy.tsx'

export const LogoCard = lazy(async () => (await import('./LogoCard.tsx')).LogoCard)
export const OwnPictureCard = lazy(async () => (await import('./OwnPictureCard.tsx')).OwnPictureCard)
