import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

/** Loads with its texts, which only the tab of programs needs. */
export const OutwardConnections = lazy(
  async () => (await Promise.all([import('./OutwardConnections.tsx'), loadTextBundles('token')]))[0].OutwardConnections,
)
