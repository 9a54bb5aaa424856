import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export const UnitLight = later(
  async () => (await Promise.all([import('./UnitLight.tsx'), needWords('light')]))[0].UnitLight,
)
export const LevelControl = later(
  async () => (await Promise.all([import('./LevelControl.tsx'), needWords('light')]))[0].LevelControl,
)
