import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export { ImportTexts } from './ImportTexts.tsx'
export const RenameDialog = later(
  async () => (await Promise.all([import('./RenameDialog.tsx'), needWords('texts')]))[0].RenameDialog,
)
export { readFile as readSheet } from './sheet/read-in-worker.ts'
export { TextCell } from './TextCell.tsx'
