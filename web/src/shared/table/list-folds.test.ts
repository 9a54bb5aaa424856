import { expect, test } from 'vitest'
import { foldRuns } from './list-folds.ts'

const rows = ['a1', 'b1', 'b2', 'b3', 'b4', 'b5', 'c1', 'c2', 'c3', 'c4']
const keyOf = (row: string) => (row.startsWith('a') ? undefined : row.slice(0, 1))
const textOf = (items: ReturnType<typeof foldRuns<string>>) =>
  items.map((item) => ('row' in item ? item.row : `${item.count} more of ${item.foldOf}`))

test('a run longer than four lines folds behind its third', () => {
  expect(textOf(foldRuns(rows, keyOf, new Set()))).toEqual([
    'a1',
    'b1',
    'b2',
    'b3',
    '2 more of b',
    'c1',
    'c2',
    'c3',
    'c4',
  ])
})

test('an unfolded run and lines without a key are whole', () => {
  expect(textOf(foldRuns(rows, keyOf, new Set(['b'])))).toEqual(rows)
  expect(textOf(foldRuns(rows, undefined, new Set()))).toEqual(rows)
})
