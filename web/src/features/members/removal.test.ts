import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { expect, test } from 'vitest'
import { rolesInvitedBy } from './invite-roles.ts'
import { canRemoveMember, canSetEndDate } from './removal.ts'

const member = (userid: string, role: PlantRole) => ({
  userid,
  role,
  name: userid,
  email: null,
  notifications: true,
  endsOn: null,
  suspended: false,
  ownDelegate: false,
})
const administrator = member('a', 'installerAdministrator')
const second = member('b', 'installerAdministrator')
const owner = member('e', 'clientOwner')
const secondOwner = member('f', 'clientOwner')
const suspended = { ...second, suspended: true }
const leavingMember = { ...second, endsOn: '2026-12-31' }
const delegate = member('c', 'clientStaff')
const ownDelegate = { ...delegate, ownDelegate: true }
const staff = member('d', 'installerStaff')

test.each([
  ['installerAdministrator', [administrator, second], second, true],
  ['installerAdministrator', [administrator, leavingMember], administrator, 'lastAdministrator'],
  ['installerAdministrator', [administrator, suspended], administrator, 'lastAdministrator'],
  ['installerAdministrator', [administrator, leavingMember], leavingMember, true],
  ['installerAdministrator', [administrator, delegate], administrator, 'lastAdministrator'],
  ['installerAdministrator', [administrator, staff], staff, true],
  ['installerAdministrator', [administrator, owner], owner, 'lastOwner'],
  ['installerAdministrator', [administrator, owner, secondOwner], owner, true],
  ['clientOwner', [administrator, owner, secondOwner], secondOwner, 'onlyDelegates'],
  ['clientOwner', [administrator, delegate], delegate, 'onlyDelegates'],
  ['clientOwner', [administrator, ownDelegate], ownDelegate, true],
  ['clientOwner', [administrator, staff], staff, 'onlyDelegates'],
  ['installerStaff', [administrator, delegate], delegate, 'onlyAdministrators'],
  ['installerReadOnly', [administrator], administrator, 'onlyAdministrators'],
  ['clientStaff', [administrator, delegate], delegate, 'onlyAdministrators'],
] as const)('%s removing one of %#', (role, plant_users, target, expected) => {
  const removal = canRemoveMember({ role, plant_users: [...plant_users] }, target)
  expect(removal.can || removal.reason).toBe(expected)
})

test.each([
  ['installerAdministrator', [administrator, second], second, true],
  ['installerAdministrator', [administrator, leavingMember], administrator, 'lastAdministrator'],
  ['installerAdministrator', [administrator, suspended], administrator, 'lastAdministrator'],
  ['installerAdministrator', [administrator, leavingMember], leavingMember, true],
  ['installerAdministrator', [administrator, owner], owner, 'lastOwner'],
  ['clientOwner', [administrator, delegate], delegate, 'onlyAdministrators'],
] as const)('%s giving an end date to one of %#', (role, plant_users, target, expected) => {
  const canEnd = canSetEndDate({ role, plant_users: [...plant_users] }, target)
  expect(canEnd.can || canEnd.reason).toBe(expected)
})

test('a client owner invites only delegates, and staff cannot invite', () => {
  expect(rolesInvitedBy('clientOwner')).toEqual(['clientStaff'])
  expect(rolesInvitedBy('installerStaff')).toEqual([])
  expect(rolesInvitedBy('installerAdministrator')).toHaveLength(5)
})
