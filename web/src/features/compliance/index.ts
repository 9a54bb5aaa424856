import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export { ComplianceCard } from './ComplianceCard.tsx'
/** The worst rules of a plant with their evidence, outside of its pages. */
export const PlantRules = lazy(
  async () => (await Promise.all([import('./PlantRules.tsx'), loadTextBundles('compliance')]))[0].PlantRules,
)
