import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export { useLogbookExport } from './use-logbook-export.ts'
/** The newest entries of all logbooks of a person since the last visit. */
export const NewEntries = lazy(
  async () => (await Promise.all([import('./NewEntries.tsx'), loadTextBundles('logbook', 'plant')]))[0].NewEntries,
  { quiet: true },
)
