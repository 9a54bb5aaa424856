import { later } from '../../shared/later.tsx'

export const ZoneScenes = later(async () => (await import('./ZoneScenes.tsx')).ZoneScenes)
