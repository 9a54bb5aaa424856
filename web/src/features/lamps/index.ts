import { later } from '../../shared/later.tsx'

export const LampPanel = later(async () => (await import('./LampPanel.tsx')).LampPanel)
