import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addrAt, groupByPage, groupPayload, groupsInPayload, pagePositionOf, refusedGroups } from './group.rules.ts'

describe('page position of a lamp', () => {
  it.each([
    { addr: 1, page: 0, index: 1 },
    { addr: 32, page: 0, index: 32 },
    { addr: 33, page: 1, index: 1 },
    { addr: 64, page: 1, index: 32 },
    { addr: 992, page: 30, index: 32 },
  ])('at address $addr is $index in page $page, and back', ({ addr, page, index }) => {
    expect(pagePositionOf(addr)).toEqual({ page, index })
    expect(addrAt(page, index)).toBe(addr)
  })

  it('is grouped by page without duplicates', () => {
    expect(groupByPage([65, 33, 100, 2, 33, 1])).toEqual([
      { page: 0, indexes: [1, 2] },
      { page: 1, indexes: [1] },
      { page: 2, indexes: [1] },
      { page: 3, indexes: [4] },
    ])
  })
})

describe('page payload', () => {
  it('has four hex digits for each lamp, bit n-1 for group n', () => {
    const groups: Record<number, number[]> = { 33: [1], 34: [16], 35: [2, 4, 5, 16], 64: [4] }
    const payload = groupPayload(1, (addr) => groups[addr] ?? [])
    expect(payload).toHaveLength(128)
    expect(payload.slice(0, 16)).toBe('00018000801A0000')
    expect(payload.slice(-4)).toBe('0008')
  })

  it('reads back the groups that were written', () => {
    const groupNumbers = fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { maxLength: 16 })
    fc.assert(
      fc.property(fc.array(groupNumbers, { minLength: 32, maxLength: 32 }), (lamps) => {
        const payload = groupPayload(0, (addr) => lamps[addr - 1] ?? [])
        for (const [at, groups] of lamps.entries())
          expect(groupsInPayload(payload, at + 1)).toEqual(groups.toSorted((a, b) => a - b))
      }),
    )
  })
})

const change = (addr: number, before: number[], after: number[]) => ({ addr, before, after })
it.each([
  { changes: [change(1, [], [7]), change(2, [7], [1, 2, 3, 4]), change(3, [], [])], expectedGroups: undefined },
  {
    changes: [change(1, [7], []), change(2, [], []), change(3, [1, 2], [])],
    expectedGroups: { reason: 'LAMP_WITHOUT_GROUP', lamps: [1, 3] },
  },
  { changes: [change(9, [], [1, 2, 3, 4, 5])], expectedGroups: { reason: 'LAMP_GROUP_LIMIT', lamps: [9] } },
])('$changes: refused $expectedGroups', ({ changes, expectedGroups }) => {
  expect(refusedGroups(changes)).toEqual(expectedGroups)
})

it('gear in more than four groups is refused only when its groups change', () => {
  const before = [1, 2, 3, 4, 5, 6]
  expect(refusedGroups([{ addr: 7, before, after: before.toReversed() }])).toBeUndefined()
  expect(refusedGroups([{ addr: 7, before, after: [1, 2, 3, 4] }])).toBeUndefined()
  const refusal = { reason: 'LAMP_GROUP_LIMIT', lamps: [7] }
  expect(refusedGroups([{ addr: 7, before, after: [1, 2, 3, 4, 5] }])).toEqual(refusal)
  expect(refusedGroups([{ addr: 7, before, after: [1, 2, 3, 4, 5, 7] }])).toEqual(refusal)
})
