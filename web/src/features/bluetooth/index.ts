import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export const GatewaysPage = later(
  async () => (await Promise.all([import('./GatewaysPage.tsx'), needWords('bluetooth')]))[0].GatewaysPage,
)
