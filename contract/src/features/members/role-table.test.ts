import { describe, expect, it } from 'vitest'
import { type ActionName, actions } from '../../actions.ts'
import {
  type PlantPermission,
  type PlantRole,
  plantPermissions,
  plantRoles,
  roleMay,
} from '../../kernel/permissions.ts'
import { permissionOf, type RoleCell, type RoleRow, roleCell, roleRows } from './role-table.ts'

/** The decided permissions: installer administrator, staff, read-only, client owner, client staff. */
const decided: Record<RoleRow, [RoleCell, RoleCell, RoleCell, RoleCell, RoleCell]> = {
  see: ['yes', 'yes', 'yes', 'yes', 'yes'],
  notifications: ['yes', 'yes', 'yes', 'yes', 'yes'],
  configure: ['yes', 'yes', 'no', 'no', 'no'],
  panel: ['yes', 'yes', 'no', 'no', 'no'],
  rounds: ['yes', 'yes', 'no', 'no', 'no'],
  plantData: ['yes', 'no', 'no', 'no', 'no'],
  profile: ['yes', 'no', 'no', 'no', 'no'],
  members: ['yes', 'no', 'no', 'ownDelegates', 'no'],
  ends: ['yes', 'no', 'no', 'no', 'no'],
  sign: ['yes', 'no', 'no', 'yes', 'no'],
  inspector: ['yes', 'yes', 'no', 'yes', 'no'],
  audit: ['yes', 'no', 'no', 'no', 'no'],
  prices: ['yes', 'yes', 'yes', 'whereShown', 'whereShown'],
}

/** Some actions behind each row; their declared permission matches the row. */
const actionsOfRow: Record<RoleRow, readonly ActionName[]> = {
  see: ['getPlantDetails', 'getPlantUsers', 'getCompliance', 'getRounds', 'getTestPlan'],
  notifications: [],
  configure: ['saveCu', 'ftest', 'saveLampDescription', 'aggiornaNoteLogbook', 'acceptPlan', 'savePrice'],
  panel: ['keypressSimulation'],
  rounds: ['createRound', 'completeRoundItem'],
  plantData: ['updatePlant', 'uploadAttachment', 'abilitaPro', 'removePlant'],
  profile: ['setComplianceProfile', 'createWebhook'],
  members: ['invitaCollab', 'rimuoviCollab', 'invitaCliente'],
  ends: ['setMembershipEnd'],
  sign: ['signLogbook'],
  inspector: ['createInspectorLink', 'revokeInspectorLink'],
  audit: ['getAudit'],
  prices: [],
}

describe('role table', () => {
  it('has the decided permissions', () => {
    const cells = roleRows.map((row) => [row, plantRoles.map((role) => roleCell(row, role))])
    expect(Object.fromEntries(cells)).toEqual(decided)
  })

  it('matches the permissions that the actions declare', () => {
    const wrongRows = roleRows.flatMap((row) =>
      actionsOfRow[row].filter((name) => actions[name].permission !== permissionOf(row)),
    )
    expect(wrongRows).toEqual([])
  })

  it('has a row for every plant permission', () => {
    // The members row covers delegates; the signing row covers signatures of both sides.
    const rowOfPermission: Partial<Record<PlantPermission, RoleRow>> = {
      'members.delegate': 'members',
      'handover.sign': 'sign',
    }
    const missingPermissions = (Object.keys(plantPermissions) as PlantPermission[]).filter(
      (permission) => !rowOfPermission[permission] && !roleRows.some((row) => permissionOf(row) === permission),
    )
    expect(missingPermissions).toEqual([])
    const rolesWith = (permission: PlantPermission) => plantRoles.filter((role: PlantRole) => roleMay(role, permission))
    for (const [permission, row] of Object.entries(rowOfPermission) as [PlantPermission, RoleRow][])
      expect(rolesWith(permission)).toEqual(plantRoles.filter((role) => roleCell(row, role) !== 'no'))
  })
})
