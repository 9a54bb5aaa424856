import { roleLeftEmpty } from '@vigilux/contract/features/members/member.rules.ts'
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
  const because = whyKept(plant, member)
  return because ? { can: false, because } : { can: true }
}

type Named = Pick<PlantUser, 'userid' | 'role'>

const reasons = { installerAdministrator: 'lastAdministrator', clientOwner: 'lastOwner' } as const

/** Why the plant cannot lose this member; null if it can. */
function whyKept({ plant_users }: Plant, { userid, role }: Named) {
  const missing = roleLeftEmpty(
    role,
    plant_users.filter((one) => one.userid !== userid),
  )
  return missing && reasons[missing]
}

export type Ending = { can: true } | { can: false; because: 'onlyAdministrators' | 'lastAdministrator' | 'lastOwner' }

/** Whether this person may give that membership an end date, or why not. */
export function endingOf(plant: Plant, member: Named): Ending {
  if (!roleMay(plant.role, 'members.administer')) return { can: false, because: 'onlyAdministrators' }
  const because = whyKept(plant, member)
  return because ? { can: false, because } : { can: true }
}
