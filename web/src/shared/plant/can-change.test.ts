import { expect, test } from 'vitest'
import { archivedReason, canChange } from './can-change.ts'

const archived = '2026-03-02T09:00:00.000Z'

test.each([
  ['installerAdministrator', null, true],
  ['installerStaff', null, false],
  ['installerAdministrator', archived, false],
] as const)('%s in a plant archived since %s may administer it: %s', (role, since, mayAdminister) => {
  expect(canChange({ role, archived_at: since }, 'plant.administer')).toBe(mayAdminister)
})

test('only of an archived plant is there a reason for everybody', () => {
  expect(archivedReason({ archived_at: null })).toBeUndefined()
})
