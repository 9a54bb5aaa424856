/** Roles a person can have in one plant; wire values of `plant_users[].role`. */
export const plantRoles = [
  'installerAdministrator',
  'installerStaff',
  'installerReadOnly',
  'clientOwner',
  'clientStaff',
] as const
export type PlantRole = (typeof plantRoles)[number]

export type ClientRole = 'clientOwner' | 'clientStaff'

/** Whether a role belongs to the owner's side, not to the installer's. */
export const isClientRole = (role: PlantRole): role is ClientRole => role === 'clientOwner' || role === 'clientStaff'

/** Account profiles on the platform; wire values of `usertype`. */
export const userTypes = ['basic', 'installer', 'client', 'admin'] as const
export type UserType = (typeof userTypes)[number]

/** Scope of an `admin` account: the national office or a business area. */
export const adminScopes = ['nto', 'ba'] as const
export type AdminScope = (typeof adminScopes)[number]

const allRoles: readonly PlantRole[] = plantRoles
const installers: readonly PlantRole[] = ['installerAdministrator', 'installerStaff']
const administrators: readonly PlantRole[] = ['installerAdministrator']

/** Roles with each permission in a plant. An `admin` in scope counts as `installerAdministrator`. */
export const plantPermissions = {
  'plant.view': allRoles,
  'notifications.own': allRoles,
  'plant.operate': installers,
  'panel.operate': installers,
  'plant.administer': administrators,
  'members.administer': administrators,
  'members.delegate': ['installerAdministrator', 'clientOwner'],
  'audit.view': administrators,
  'report.share': ['installerAdministrator', 'installerStaff', 'clientOwner'],
  'logbook.sign': ['installerAdministrator', 'clientOwner'],
  'handover.sign': ['installerAdministrator', 'clientOwner'],
} as const satisfies Record<string, readonly PlantRole[]>
export type PlantPermission = keyof typeof plantPermissions

/**
 * Permissions without a plant. `public`: no sign-in. `account`: signed in, even while the account is closed. The others
 * require an open account: not suspended, and with its declarations of age and terms.
 */
export const accountPermissions = ['public', 'account', 'signedIn', 'plants.create', 'admin.nto', 'admin.ba'] as const
export type AccountPermission = (typeof accountPermissions)[number]

export type Permission = PlantPermission | AccountPermission

export const isPlantPermission = (permission: Permission): permission is PlantPermission =>
  Object.hasOwn(plantPermissions, permission)

/** Whether a role carries a plant permission. */
export const roleMay = (role: PlantRole, permission: PlantPermission): boolean =>
  (plantPermissions[permission] as readonly PlantRole[]).includes(role)
