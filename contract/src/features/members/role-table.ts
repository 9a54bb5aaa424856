import { type PlantPermission, type PlantRole, roleMay } from '../../kernel/permissions.ts'

/** What a role may: everything of the row, nothing, or a part that has words of its own. */
export type RoleCell = 'yes' | 'no' | 'ownDelegates' | 'whereShown'

type Row = {
  permission: PlantPermission
  /** Where a role may a part alone. */
  parts?: Partial<Record<PlantRole, RoleCell>>
}

/** Who may do what in a plant, as people are shown it: what a row asks for is what the actions behind it declare. */
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
  /** Prices are of the installer's side; the other sees them where the administrator has switched that on. */
  prices: { permission: 'plant.view', parts: { clientOwner: 'whereShown', clientStaff: 'whereShown' } },
} as const satisfies Record<string, Row>
export type RoleRow = keyof typeof rows

export const roleRows = Object.keys(rows) as RoleRow[]

/** What a role may of a row. */
export const roleCell = (name: RoleRow, role: PlantRole): RoleCell => {
  const row: Row = rows[name]
  return row.parts?.[role] ?? (roleMay(role, row.permission) ? 'yes' : 'no')
}

/** The permission behind a row. @internal */
export const permissionOf = (name: RoleRow): PlantPermission => rows[name].permission
