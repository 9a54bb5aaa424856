import { expect, test } from 'vitest'
import { scopesOfPerson } from './scopes-of-person.ts'

const all = ['read', 'operate', 'configure']

test.each([
  ['installer', ['installerAdministrator'], all],
  ['installer', ['installerStaff', 'installerReadOnly'], all],
  ['installer', ['installerReadOnly'], ['read']],
  ['installer', [], all],
  ['client', ['clientOwner', 'clientStaff'], ['read']],
  ['client', [], ['read']],
  ['basic', [], ['read']],
  ['admin', [], all],
] as const)('an account of type %s with the roles %j has the scopes %j', (usertype, roles, scopes) => {
  expect(scopesOfPerson(usertype, roles)).toEqual(scopes)
})
