import type { ActionDeclaration } from './action.ts'
import { isPlantPermission, type PlantPermission } from './permissions.ts'

/**
 * Scopes of access tokens. `read`: read and make reports. `operate`: identify, tests, light levels and scenes.
 * `configure`: settings of units, lamps, plans, texts and plants. `safety`: inhibition and emergency mode.
 */
export const tokenScopes = ['read', 'operate', 'configure', 'safety'] as const
export type TokenScope = (typeof tokenScopes)[number]

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

/** Whether the scopes of a token cover a required scope. Every scope includes `read`. */
export const coversScope = (scopes: readonly TokenScope[], required: TokenScope): boolean =>
  required === 'read' || scopes.includes(required)
