import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { lacksNumber, renameLamps, tooLong } from './rename.ts'
import { dropConflicting, overwriteConflicting } from './use-save-texts.ts'

const lamps = [7, 2, 9].map((id) => ({ cu: 'x_1', id, description: `D${id}`, location: `L${id}` }) as Lamp)
const numbering = { start: 9, step: 1, digits: 2 }

test('lamps are numbered in the given order for either text', () => {
  const rows = renameLamps(lamps, { field: 'location', pattern: ' Gang {n} ', numbering })
  expect(rows.map(({ lamp: { id }, before, after }) => [id, before, after])).toEqual([
    [7, 'L7', 'Gang 09'],
    [2, 'L2', 'Gang 10'],
    [9, 'L9', 'Gang 11'],
  ])
})

test('the first lamp with a text over the limit of its field is named', () => {
  const pattern = `${'x'.repeat(78)}{n}`
  const rows = renameLamps(lamps, { field: 'description', pattern, numbering: { start: 98, step: 2, digits: 1 } })
  expect(tooLong(rows, 'description')?.id).toBe(2)
  expect(tooLong(rows, 'location')).toBeUndefined()
})

test('a pattern without a number warns only for several lamps', () => {
  expect([lacksNumber('Gang', 2), lacksNumber('Gang', 1), lacksNumber('Gang {n}', 2)]).toEqual([true, false, false])
})

test('conflicting lamps are skipped with theirs and overwritten with mine', () => {
  const rows = [1, 2].map((addr) => ({ topic: 'x_1', addr, description: 'Mine', version: 0 }))
  const changed = [{ topic: 'x_1', addr: 2, now: { description: 'Theirs', location: '', version: 4 } }]
  expect(dropConflicting(rows, changed).map(({ addr }) => addr)).toEqual([1])
  expect(overwriteConflicting(rows, changed).map(({ version }) => version)).toEqual([0, 4])
})
