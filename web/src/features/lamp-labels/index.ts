import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export { ImportTexts } from './ImportTexts.tsx'
export const RenameDialog = lazy(
  async () => (await Promise.all([import('./RenameDialog.tsx'), loadTextBundles('texts')]))[0].RenameDialog,
)
export { readFile as readSheet } from './sheet/read-in-worker.ts'
export { TextCell } from './TextCell.tsx'
