import type { ActionDeclaration } from './kernel/action.ts'
import { isPlantPermission, type PlantPermission } from './kernel/permissions.ts'
import type { TokenScope } from './kernel/token-scopes.ts'

/** Plant permissions whose reads are about other people, and are closed to tokens. */
const peoplePermissions: readonly PlantPermission[] = ['audit.view', 'members.administer', 'members.delegate']

/**
 * The scope that a token needs for an action; null for an action that no token may call. Without a declaration, tokens
 * may read what is public or belongs to a plant, and nothing else.
 */
export const requiredScope = ({ permission, effect, program }: ActionDeclaration): TokenScope | null => {
  if (program) return program === 'none' ? null : program
  if (effect === 'write') return null
  if (permission === 'public') return 'read'
  return isPlantPermission(permission) && !peoplePermissions.includes(permission) ? 'read' : null
}
