import { expect, test } from 'vitest'
import { countChanges } from './changes.ts'

test('changes are counted by their effect on the position', () => {
  expect(
    countChanges([
      { addr: 1, before: null, after: 'A1B2C3' },
      { addr: 2, before: 'A1B2C4', after: 'A1B2C5' },
      { addr: 3, before: 'A1B2C6', after: 'A1B2C6' },
      { addr: 4, before: 'A1B2C7', after: null },
      { addr: 5, before: 'A1B2C8', after: null },
    ]),
  ).toEqual({ added: 1, replaced: 1, same: 1, removed: 2 })
})
