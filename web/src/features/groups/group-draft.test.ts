import { expect, test } from 'vitest'
import {
  dropReported,
  emptyGroupDraft,
  groupsWith,
  listGroupChanges,
  planGroupDraft,
  removeLamp,
  toggleCell,
} from './group-draft.ts'

const lamp = { id: 7, groups: [3, 1] }
const other = { id: 8, groups: [] }

test('a cell toggled twice is unchanged', () => {
  const once = toggleCell(emptyGroupDraft, lamp, 5)
  expect(groupsWith(once, lamp)).toEqual([1, 3, 5])
  expect(toggleCell(once, lamp, 5).size).toBe(0)
  expect(groupsWith(toggleCell(emptyGroupDraft, lamp, 3), lamp)).toEqual([1])
})

test('a draft holds single cells, and other reported cells stay', () => {
  const draft = toggleCell(emptyGroupDraft, lamp, 5)
  expect(groupsWith(draft, { id: 7, groups: [2] })).toEqual([2, 5])
})

test('reported cells leave the draft, and the rest stays', () => {
  const draft = toggleCell(toggleCell(toggleCell(emptyGroupDraft, lamp, 5), lamp, 3), other, 4)
  const mergedDraft = dropReported(draft, [{ id: 7, groups: [1, 3, 5] }, other])
  expect([...(mergedDraft.get(7) ?? [])]).toEqual([[3, false]])
  expect(mergedDraft.has(8)).toBe(true)
  expect(dropReported(mergedDraft, [{ id: 7, groups: [1, 3, 5] }, other])).toBe(mergedDraft)
  expect(
    dropReported(mergedDraft, [
      { id: 7, groups: [1, 5] },
      { id: 8, groups: [4] },
    ]).size,
  ).toBe(0)
})

test('changes are sent per lamp, and an invalid number of groups blocks all', () => {
  const draft = toggleCell(toggleCell(emptyGroupDraft, lamp, 5), other, 4)
  const changes = listGroupChanges(draft, [lamp, other, { id: 9, groups: [1] }])
  expect(changes).toEqual([
    { addr: 7, before: [1, 3], after: [1, 3, 5] },
    { addr: 8, before: [], after: [4] },
  ])
  expect(planGroupDraft(changes)).toEqual({
    lamps: [
      { addr: 7, groups: [1, 3, 5] },
      { addr: 8, groups: [4] },
    ],
  })
  const oneLampDraft = toggleCell(toggleCell(draft, lamp, 1), lamp, 3)
  expect(planGroupDraft(listGroupChanges(toggleCell(oneLampDraft, lamp, 5), [lamp, other]))).toEqual({
    refused: { reason: 'LAMP_WITHOUT_GROUP', lamps: [7] },
  })
  const threeGroups = [2, 4, 6].reduce((now, group) => toggleCell(now, lamp, group), emptyGroupDraft)
  expect(planGroupDraft(listGroupChanges(threeGroups, [lamp]))).toEqual({
    refused: { reason: 'LAMP_GROUP_LIMIT', lamps: [7] },
  })
  expect(removeLamp(draft, 7).has(7)).toBe(false)
})
