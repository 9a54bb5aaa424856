import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export const GroupsDialog = lazy(
  async () => (await Promise.all([import('./GroupsDialog.tsx'), loadTextBundles('unit')]))[0].GroupsDialog,
)
/** On a phone: all groups of the selected lamps at once. */
export const SelectedGroupsSheet = lazy(
  async () => (await Promise.all([import('./GroupsSheet.tsx'), loadTextBundles('unit')]))[0].SelectedGroupsSheet,
)
export { useGroupLabel } from './use-group-names.ts'
