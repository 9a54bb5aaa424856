import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

/** Archiving and deleting a plant, as cards of its settings; their code and words come when the tab is opened. */
export const ArchiveCards = lazy(
  async () => (await Promise.all([import('./ArchiveCards.tsx'), loadTextBundles('archive')]))[0].ArchiveCards,
)
