import { expect, test } from 'vitest'
import {
  dropReported,
  emptyGroupDraft,
  groupShareOf,
  groupsWith,
  listGroupChanges,
  nextShare,
  planGroupDraft,
  removeLamp,
  resetCells,
  setCells,
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

/** The shares of a group after each press, until it is as it was. */
const sharesOf = (lamps: { id: number; groups: number[] }[], group: number): string[] => {
  const shares: string[] = []
  let draft: ReturnType<typeof setCells> = emptyGroupDraft
  do {
    const next = nextShare(draft, lamps, group)
    draft = next === 'before' ? resetCells(draft, lamps, group) : setCells(draft, lamps, group, next === 'all')
    shares.push(groupShareOf(draft, lamps, group).share)
  } while (draft.size > 0)
  return shares
}

test('presses on a group of several lamps lead over all and none back to what is reported', () => {
  expect(sharesOf([lamp, other], 3)).toEqual(['all', 'none', 'some'])
  expect(sharesOf([lamp, other], 9)).toEqual(['all', 'none'])
  expect(sharesOf([lamp], 3)).toEqual(['none', 'all'])
})

test('a share counts what the draft adds and removes', () => {
  const lamps = [lamp, other, { id: 9, groups: [3] }]
  expect(groupShareOf(emptyGroupDraft, lamps, 3)).toEqual({ share: 'some', included: 2, added: 0, removed: 0 })
  const added = setCells(emptyGroupDraft, lamps, 3, true)
  expect(groupShareOf(added, lamps, 3)).toEqual({ share: 'all', included: 3, added: 1, removed: 0 })
  const removed = setCells(emptyGroupDraft, lamps, 3, false)
  expect(groupShareOf(removed, lamps, 3)).toEqual({ share: 'none', included: 0, added: 0, removed: 2 })
})
