import { type PlantPermission, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { User } from '../../kernel/caller.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPlantAccess } from './plant-access.store.ts'

type RoleCheck = { plantId: string; permission: PlantPermission; now: Date }

/**
 * Checks a role for a write outside the action dispatcher, such as a file upload; refuses as the dispatcher does. A
 * plant that the caller cannot see does not exist.
 */
export const checkRole = async (tx: Tx, caller: User, { plantId, permission, now }: RoleCheck): Promise<void> => {
  const { role, isArchived } = (await findPlantAccess(tx, caller, plantId, now)) ?? fail('PLANT_NOT_FOUND')
  if (!roleMay(role, permission)) fail('NOT_ALLOWED')
  if (isArchived) fail('PLANT_ARCHIVED')
}
