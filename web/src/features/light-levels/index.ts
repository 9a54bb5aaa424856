import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export const UnitLight = lazy(
  async () => (await Promise.all([import('./UnitLight.tsx'), loadTextBundles('light')]))[0].UnitLight,
)
export const LevelControl = lazy(
  async () => (await Promise.all([import('./LevelControl.tsx'), loadTextBundles('light')]))[0].LevelControl,
)
