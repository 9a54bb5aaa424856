import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export { useTokenTexts } from './use-token-texts.ts'

/** They load with their texts, which no other part needs. */
export const OwnTokens = lazy(
  async () => (await Promise.all([import('./OwnTokens.tsx'), loadTextBundles('token')]))[0].OwnTokens,
)
export const ProgramsTab = lazy(
  async () => (await Promise.all([import('./ProgramsTab.tsx'), loadTextBundles('token')]))[0].ProgramsTab,
)
export const PlantTokenCreation = lazy(
  async () => (await Promise.all([import('./PlantTokenCreation.tsx'), loadTextBundles('token')]))[0].PlantTokenCreation,
)
