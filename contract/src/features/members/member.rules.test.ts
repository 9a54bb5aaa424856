import { expect, test } from 'vitest'
import { findVacatedRole } from './member.rules.ts'

const administrator = { role: 'installerAdministrator', endsOn: null, suspended: false } as const
const owner = { role: 'clientOwner', endsOn: null, suspended: false } as const

test('another active member of the role replaces a leaving one', () => {
  expect(findVacatedRole('installerAdministrator', [owner, administrator])).toBeNull()
  expect(findVacatedRole('clientOwner', [administrator, owner])).toBeNull()
})

test.each([
  ['nobody', []],
  ['a member of another role', [owner]],
  ['a suspended member', [{ ...administrator, suspended: true }]],
  ['a member with an end date', [{ ...administrator, endsOn: '2026-12-31' }]],
])('%s does not replace the administrator', (_, otherRoles) => {
  expect(findVacatedRole('installerAdministrator', otherRoles)).toBe('installerAdministrator')
})

test.each(['installerStaff', 'installerReadOnly', 'clientStaff'] as const)('a plant may have no %s', (role) => {
  expect(findVacatedRole(role, [])).toBeNull()
})
