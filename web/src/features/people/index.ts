export { RolesDialog } from './RolesDialog.tsx'
