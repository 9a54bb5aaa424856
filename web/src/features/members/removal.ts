import { findVacatedRole } from '@vigilux/contract/features/members/member.rules.ts'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'

type Plant = Pick<PlantDetails['plant'], 'role' | 'plant_users'>

export type Removal =
  | { can: true }
  | { can: false; reason: 'onlyAdministrators' | 'onlyDelegates' | 'lastAdministrator' | 'lastOwner' }

/** Whether this person may remove the member, or why not. */
export function canRemoveMember(plant: Plant, member: Pick<PlantUser, 'userid' | 'role' | 'ownDelegate'>): Removal {
  if (!roleMay(plant.role, 'members.delegate')) return { can: false, reason: 'onlyAdministrators' }
  if (!roleMay(plant.role, 'members.administer') && !member.ownDelegate) return { can: false, reason: 'onlyDelegates' }
  const reason = findKeepReason(plant, member)
  return reason ? { can: false, reason } : { can: true }
}

type Named = Pick<PlantUser, 'userid' | 'role'>

const reasons = { installerAdministrator: 'lastAdministrator', clientOwner: 'lastOwner' } as const

/** Why the plant cannot lose this member; null if it can. */
function findKeepReason({ plant_users }: Plant, { userid, role }: Named) {
  const missing = findVacatedRole(
    role,
    plant_users.filter((one) => one.userid !== userid),
  )
  return missing && reasons[missing]
}

export type EndDatePermission =
  | { can: true }
  | { can: false; reason: 'onlyAdministrators' | 'lastAdministrator' | 'lastOwner' }

/** Whether this person may give the membership an end date, or why not. */
export function canSetEndDate(plant: Plant, member: Named): EndDatePermission {
  if (!roleMay(plant.role, 'members.administer')) return { can: false, reason: 'onlyAdministrators' }
  const reason = findKeepReason(plant, member)
  return reason ? { can: false, reason } : { can: true }
}
