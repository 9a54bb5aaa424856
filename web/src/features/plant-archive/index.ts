import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

/** Archiving and deletion as cards of a plant's settings; code and texts load when the tab is opened. */
export const ArchiveCards = lazy(
  async () =>
    (await Promise.all([import('./ArchiveCards.tsx'), loadTextBundles('archive', 'logbook')]))[0].ArchiveCards,
)
