import { expect, test } from 'vitest'
import { archivedReason, canChange } from './can-change.ts'

const archived = '2026-03-02T09:00:00.000Z'

test.each([
  ['installerAdministrator', null, true],
  ['installerStaff', null, false],
  ['installerAdministrator', archived, false],
] as const)('%s in a plant archived since %s has permission to administer it: %s', (role, since, mayAdminister) => {
  expect(canChange({ role, archived_at: since }, 'plant.administer')).toBe(mayAdminister)
})

test('a plant that is not archived gives no reason', () => {
  expect(archivedReason({ archived_at: null })).toBeUndefined()
})
