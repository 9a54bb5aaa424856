import { type PlantPermission, type PlantRole, roleMay } from '../../kernel/permissions.ts'

/** Rights of a role: everything of the row, nothing, or a part with its own text. */
export type RoleCell = 'yes' | 'no' | 'ownDelegates' | 'whereShown'

type Row = {
  permission: PlantPermission
  /** Roles with only a part of the rights. */
  parts?: Partial<Record<PlantRole, RoleCell>>
}

/** Table of rights for people; each row has the permission declared by its actions. */
const rows = {
  see: { permission: 'plant.view' },
  notifications: { permission: 'notifications.own' },
  configure: { permission: 'plant.operate' },
  panel: { permission: 'panel.operate' },
  rounds: { permission: 'plant.operate' },
  plantData: { permission: 'plant.administer' },
  profile: { permission: 'plant.administer' },
  members: { permission: 'members.administer', parts: { clientOwner: 'ownDelegates' } },
  ends: { permission: 'members.administer' },
  sign: { permission: 'logbook.sign' },
  inspector: { permission: 'report.share' },
  audit: { permission: 'audit.view' },
  /** Prices belong to the installer's side; the owner's side sees them if the administrator allows it. */
  prices: { permission: 'plant.view', parts: { clientOwner: 'whereShown', clientStaff: 'whereShown' } },
} as const satisfies Record<string, Row>
export type RoleRow = keyof typeof rows

export const roleRows = Object.keys(rows) as RoleRow[]

/** Rights of a role in a row. */
export const roleCell = (name: RoleRow, role: PlantRole): RoleCell => {
  const row: Row = rows[name]
  return row.parts?.[role] ?? (roleMay(role, row.permission) ? 'yes' : 'no')
}

/** The permission behind a row. @internal */
export const permissionOf = (name: RoleRow): PlantPermission => rows[name].permission
