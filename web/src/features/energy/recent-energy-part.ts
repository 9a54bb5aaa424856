import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

/** Loads with its texts beside the overview, which shows it last. */
export const RecentEnergy = lazy(
  async () => (await Promise.all([import('./RecentEnergy.tsx'), loadTextBundles('energy')]))[0].RecentEnergy,
  { quiet: true },
)
