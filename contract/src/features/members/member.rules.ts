import type { PlantRole } from '../../kernel/permissions.ts'

/** Roles with at least one active member without an end date in each plant. */
export const requiredRoles = ['installerAdministrator', 'clientOwner'] as const
type RequiredRole = (typeof requiredRoles)[number]

/** Fields to decide on replaceability: last day (null for none), and whether the account is suspended. */
type Membership = { role: PlantRole; endsOn: string | null; suspended: boolean }

/**
 * Required role missing from the plant after a member with `role` left; null if none. `otherMemberships` are those of
 * the other members. A suspended member, or one with an end date, does not count as a replacement.
 */
export const findVacatedRole = (role: PlantRole, otherMemberships: readonly Membership[]): RequiredRole | null => {
  const required = requiredRoles.find((one) => one === role)
  if (!required) return null
  return otherMemberships.some((one) => one.role === role && one.endsOn === null && !one.suspended) ? null : required
}
