import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'

type Plant = Pick<PlantDetails['plant'], 'role' | 'plant_users'>

export type Removal =
  | { can: true }
  | { can: false; because: 'onlyAdministrators' | 'onlyDelegates' | 'lastAdministrator' | 'lastOwner' }

/** Whether this person may remove that member, or why not. Whom a delegate was invited by only the server knows. */
export function removalOf(plant: Plant, member: Pick<PlantUser, 'userid' | 'role'>): Removal {
  if (!roleMay(plant.role, 'members.delegate')) return { can: false, because: 'onlyAdministrators' }
  if (!roleMay(plant.role, 'members.administer') && member.role !== 'clientStaff')
    return { can: false, because: 'onlyDelegates' }
  const isLast = plant.plant_users.filter(({ role }) => role === member.role).length === 1
  if (isLast && member.role === 'installerAdministrator') return { can: false, because: 'lastAdministrator' }
  if (isLast && member.role === 'clientOwner') return { can: false, because: 'lastOwner' }
  return { can: true }
}
