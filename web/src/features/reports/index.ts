import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export { MakingFor, RegisterButton } from './RegisterButton.tsx'
export { ReportButton } from './ReportButton.tsx'

/** For the home, which has no texts of a plant. */
export const RegistersCard = lazy(
  async () => (await Promise.all([import('./RegistersCard.tsx'), loadTextBundles('plant')]))[0].RegistersCard,
  { quiet: true },
)
