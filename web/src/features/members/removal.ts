import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'

type Plant = Pick<PlantDetails['plant'], 'role' | 'plant_users'>

export type Removal =
  | { can: true }
  | { can: false; because: 'onlyAdministrators' | 'onlyDelegates' | 'lastAdministrator' | 'lastOwner' }

/** Whether this person may remove that member, or why not. */
export function removalOf(plant: Plant, member: Pick<PlantUser, 'userid' | 'role' | 'ownDelegate'>): Removal {
  if (!roleMay(plant.role, 'members.delegate')) return { can: false, because: 'onlyAdministrators' }
  if (!roleMay(plant.role, 'members.administer') && !member.ownDelegate) return { can: false, because: 'onlyDelegates' }
  return isLast(plant, member) ? { can: false, because: lastOf(member) } : { can: true }
}

type Named = Pick<PlantUser, 'userid' | 'role'>

/** Whether a plant cannot be without this member: nobody else of the role stays, and who has an end date does not. */
function isLast({ plant_users }: Plant, { userid, role }: Named): boolean {
  if (role !== 'installerAdministrator' && role !== 'clientOwner') return false
  return !plant_users.some((one) => one.role === role && one.userid !== userid && one.endsOn === null)
}

const lastOf = ({ role }: Named) => (role === 'clientOwner' ? 'lastOwner' : 'lastAdministrator')

export type Ending = { can: true } | { can: false; because: 'onlyAdministrators' | 'lastAdministrator' | 'lastOwner' }

/** Whether this person may give that membership an end date, or why not. */
export function endingOf(plant: Plant, member: Named): Ending {
  if (!roleMay(plant.role, 'members.administer')) return { can: false, because: 'onlyAdministrators' }
  return isLast(plant, member) ? { can: false, because: lastOf(member) } : { can: true }
}
