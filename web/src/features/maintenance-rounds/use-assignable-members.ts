import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** Members who may carry out rounds, as options. */
export function useAssignableMembers(): { value: string; label: string }[] {
  const { plant_users: people } = useCurrentPlant().plant
  return people
    .filter(({ role }) => roleMay(role, 'plant.operate'))
    .map(({ userid, name }) => ({ value: userid, label: name }))
}
