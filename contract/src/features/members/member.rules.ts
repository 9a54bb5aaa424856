import type { PlantRole } from '../../kernel/permissions.ts'

/** Roles of which each plant keeps at least one active member without an end date. */
export const requiredRoles = ['installerAdministrator', 'clientOwner'] as const
type RequiredRole = (typeof requiredRoles)[number]

/** What replaceability depends on: the last day (null for none), and whether the account may act at the moment. */
type Membership = { role: PlantRole; endsOn: string | null; suspended: boolean }

/**
 * The required role that the plant would lack if a member with `role` left; null if it would lack none.
 * `others` are the other members. A suspended member, or one with an end date, replaces nobody.
 */
export const findVacatedRole = (role: PlantRole, others: readonly Membership[]): RequiredRole | null => {
  const required = requiredRoles.find((one) => one === role)
  if (!required) return null
  return others.some((one) => one.role === role && one.endsOn === null && !one.suspended) ? null : required
}
