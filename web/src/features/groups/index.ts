import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export const GroupsDialog = lazy(
  async () => (await Promise.all([import('./GroupsDialog.tsx'), loadTextBundles('unit')]))[0].GroupsDialog,
)
export { useGroupLabel } from './use-group-names.ts'
