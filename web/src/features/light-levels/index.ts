import { later } from '../../shared/later.tsx'

export const LevelControl = later(async () => (await import('./LevelControl.tsx')).LevelControl)
