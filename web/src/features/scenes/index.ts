import { lazy } from '../../shared/lazy.tsx'

export const ZoneScenes = lazy(async () => (await import('./ZoneScenes.tsx')).ZoneScenes)
