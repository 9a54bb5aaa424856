import { lazy } from '../../shared/lazy.tsx'

export type { Autonomy } from './autonomy.ts'
export { BundleFromLink } from './BundleFromLink.tsx'
export { useAutonomies } from './use-autonomies.ts'
export const LampPanel = lazy(async () => (await import('./LampPanel.tsx')).LampPanel)
