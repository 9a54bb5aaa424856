import { type PlantPermission, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPlantAccess } from './plant-access.store.ts'

type RoleCheck = { plantId: string; permission: PlantPermission; now: Date }

export type RoleRefusal = 'PLANT_NOT_FOUND' | 'NOT_ALLOWED' | 'PLANT_ARCHIVED'

/**
 * Checks a role for a write outside the action dispatcher, such as a file upload: the dispatcher's reason to refuse it,
 * or null. A plant not visible to the caller does not exist.
 */
export const findRoleRefusal = async (
  tx: Tx,
  caller: User,
  { plantId, permission, now }: RoleCheck,
): Promise<RoleRefusal | null> => {
  const access = await findPlantAccess(tx, caller, plantId, now)
  if (!access) return 'PLANT_NOT_FOUND'
  if (!roleMay(access.role, permission)) return 'NOT_ALLOWED'
  return access.isArchived ? 'PLANT_ARCHIVED' : null
}
