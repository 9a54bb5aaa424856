import { personTokenScopes } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { type PlantRole, roleMay, type UserType } from '@vigilux/contract/kernel/permissions.ts'

type PersonScope = (typeof personTokenScopes)[number]

/** Account types allowed to create plants: they get a role with write access. */
const mayGetPlants: readonly UserType[] = ['installer', 'admin']

/**
 * The scopes possible for a person's own token, by the roles in the person's plants: only `read` for clients and
 * read-only members.
 */
export function scopesOfPerson(usertype: UserType, roles: readonly PlantRole[]): readonly PersonScope[] {
  const mayOperate =
    usertype === 'admin' ||
    (roles.length === 0 ? mayGetPlants.includes(usertype) : roles.some((role) => roleMay(role, 'plant.operate')))
  return mayOperate ? personTokenScopes : ['read']
}
