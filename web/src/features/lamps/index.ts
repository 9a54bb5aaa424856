import { later } from '../../shared/later.tsx'

export type { Autonomy } from './autonomy.ts'
export { BundleOfLink } from './BundleOfLink.tsx'
export { useAutonomies } from './use-autonomies.ts'
export const LampPanel = later(async () => (await import('./LampPanel.tsx')).LampPanel)
