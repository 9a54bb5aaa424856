import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

/** Archiving and deleting a plant, as cards of its settings; their code and words come when the tab is opened. */
export const ArchiveCards = later(
  async () => (await Promise.all([import('./ArchiveCards.tsx'), needWords('archive')]))[0].ArchiveCards,
)
