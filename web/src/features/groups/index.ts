import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export const GroupsDialog = later(
  async () => (await Promise.all([import('./GroupsDialog.tsx'), needWords('unit')]))[0].GroupsDialog,
)
export { useGroupLabel } from './use-group-names.ts'
