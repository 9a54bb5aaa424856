import { type PlantRole, plantRoles, roleMay } from '@vigilux/contract/kernel/permissions.ts'

type InviteAction =
  | { action: 'invitaCollab'; input: { role: PlantRole } }
  | { action: 'invitaDelegato' | 'invitaCliente'; input: Record<never, never> }

export function inviteActionOf(role: PlantRole): InviteAction {
  if (role === 'clientStaff') return { action: 'invitaDelegato', input: {} }
  if (role === 'clientOwner') return { action: 'invitaCliente', input: {} }
  return { action: 'invitaCollab', input: { role } }
}

/** The roles a member of this role may invite to. */
export function rolesInvitedBy(role: PlantRole): readonly PlantRole[] {
  if (roleMay(role, 'members.administer')) return plantRoles
  return roleMay(role, 'members.delegate') ? ['clientStaff'] : []
}
