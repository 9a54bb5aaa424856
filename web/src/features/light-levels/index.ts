import { later } from '../../shared/later.tsx'

export const UnitLight = later(async () => (await import('./UnitLight.tsx')).UnitLight)
export const LevelControl = later(async () => (await import('./LevelControl.tsx')).LevelControl)
