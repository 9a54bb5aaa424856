import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { isPlantPermission, type Permission, type PlantRole } from '@vigilux/contract/kernel/permissions.ts'

/**
 * All kinds of callers, by the short names of the acceptance checks. `npm run docs` explains them in the access matrix.
 */
export const callerNames = ['IA', 'IS', 'IR', 'CO', 'CS', 'AD', 'BA', 'NM', 'BU', 'SU', 'UD', 'OUT'] as const
export type CallerName = (typeof callerNames)[number]

/** The plant role of the callers with one. AD has an office role without a membership. */
export const roleOf: Partial<Record<CallerName, PlantRole>> = {
  IA: 'installerAdministrator',
  IS: 'installerStaff',
  IR: 'installerReadOnly',
  CO: 'clientOwner',
  CS: 'clientStaff',
  AD: 'installerAdministrator',
}

/** The callers of each permission, repeated here on purpose: the code must match this list. */
export const callersByPermission: Record<Permission, readonly CallerName[]> = {
  public: callerNames,
  account: ['IA', 'IS', 'IR', 'CO', 'CS', 'AD', 'BA', 'NM', 'BU', 'SU', 'UD'],
  signedIn: ['IA', 'IS', 'IR', 'CO', 'CS', 'AD', 'BA', 'NM', 'BU'],
  'plants.create': ['IA', 'IS', 'IR', 'AD', 'BA', 'NM'],
  'admin.nto': ['AD'],
  'admin.ba': ['AD', 'BA'],
  'plant.view': ['IA', 'IS', 'IR', 'CO', 'CS', 'AD'],
  'notifications.own': ['IA', 'IS', 'IR', 'CO', 'CS', 'AD'],
  'plant.operate': ['IA', 'IS', 'AD'],
  'panel.operate': ['IA', 'IS', 'AD'],
  'plant.administer': ['IA', 'AD'],
  'members.administer': ['IA', 'AD'],
  'members.delegate': ['IA', 'CO', 'AD'],
  'audit.view': ['IA', 'AD'],
  'report.share': ['IA', 'IS', 'CO', 'AD'],
  'logbook.sign': ['IA', 'CO', 'AD'],
  'handover.sign': ['IA', 'CO', 'AD'],
}

/** Refusal codes of the access check; any other code means an allowed call. */
export const accessCodes: readonly (ErrorCode | null)[] = [
  'NOT_SIGNED_IN',
  'ACCOUNT_SUSPENDED',
  'DECLARATIONS_MISSING',
  'NOT_ALLOWED',
  'PLANT_NOT_FOUND',
]

/** The refusal code for a caller without this permission, or null if the permission allows the call. */
export const expectedRefusal = (permission: Permission, name: CallerName): ErrorCode | null => {
  if (callersByPermission[permission].includes(name)) return null
  if (name === 'OUT') return 'NOT_SIGNED_IN'
  if (name === 'SU') return 'ACCOUNT_SUSPENDED'
  if (name === 'UD') return 'DECLARATIONS_MISSING'
  return isPlantPermission(permission) && !roleOf[name] ? 'PLANT_NOT_FOUND' : 'NOT_ALLOWED'
}
