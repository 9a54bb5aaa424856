export { GroupsDialog } from './GroupsDialog.tsx'
export { useGroupLabel } from './use-group-names.ts'
