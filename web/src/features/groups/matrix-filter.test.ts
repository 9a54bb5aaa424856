import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { emptyGroupDraft, toggleCell } from './group-draft.ts'
import { filterLamps, type MatrixFilter } from './matrix-filter.ts'

const lamp = (id: number, groups: number[]) => ({ cu: 'imagined_0A1B2C', id, groups }) as unknown as Lamp
const lamps = [lamp(1, [1]), lamp(2, [1, 2]), lamp(3, [2])] as const
const rooms: Record<number, string[]> = { 1: ['hall', 'floor'], 2: ['floor'] }
const shownIds = (filter: Partial<MatrixFilter>, draft = emptyGroupDraft) =>
  filterLamps(lamps, { room: undefined, group: undefined, ...filter }, draft, ({ id }) => rooms[id] ?? []).map(
    ({ id }) => id,
  )

test('rows are filtered by a room with its children, by a group, and by both', () => {
  expect(shownIds({})).toEqual([1, 2, 3])
  expect(shownIds({ room: 'floor' })).toEqual([1, 2])
  expect(shownIds({ group: 2 })).toEqual([2, 3])
  expect(shownIds({ room: 'floor', group: 2 })).toEqual([2])
})

test('lamps that join or leave a group in the draft stay visible', () => {
  const draft = toggleCell(toggleCell(emptyGroupDraft, lamps[0], 2), lamps[2], 2)
  expect(shownIds({ group: 2 }, draft)).toEqual([1, 2, 3])
})
