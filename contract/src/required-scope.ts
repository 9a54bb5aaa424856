import type { ActionDeclaration } from './kernel/action.ts'
import { isPlantPermission, type PlantPermission } from './kernel/permissions.ts'
import type { TokenScope } from './kernel/token-scopes.ts'

/** Plant permissions whose reads are about other people, and are closed to tokens. */
const peoplePermissions: readonly PlantPermission[] = ['audit.view', 'members.administer', 'members.delegate']

/**
 * Scope of a token for an action; null for an action closed to tokens. By default, tokens may read public data and data
 * of a plant, and nothing else.
 */
export const requiredScope = ({ permission, effect, program }: ActionDeclaration): TokenScope | null => {
  if (program) return program === 'none' ? null : program
  if (effect === 'write') return null
  if (permission === 'public') return 'read'
  return isPlantPermission(permission) && !peoplePermissions.includes(permission) ? 'read' : null
}
