export { GroupsDialog } from './GroupsDialog.tsx'
export { useSayGroup } from './use-group-names.ts'
