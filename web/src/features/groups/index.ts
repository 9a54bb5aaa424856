import { later } from '../../shared/later.tsx'

export const GroupsDialog = later(async () => (await import('./GroupsDialog.tsx')).GroupsDialog)
export { useGroupLabel } from './use-group-names.ts'
