import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export const GatewaysPage = lazy(
  async () => (await Promise.all([import('./GatewaysPage.tsx'), loadTextBundles('bluetooth')]))[0].GatewaysPage,
)
