import { expect, it } from 'vitest'
import { snapTo } from './snap.ts'

it('a lamp snaps to the nearest others on each axis, and not to far ones', () => {
  const otherMarks = [
    [100, 500],
    [104, 900],
  ] as const
  expect(snapTo([103, 700], otherMarks, 5)).toEqual({ at: [104, 700], lineX: 104, lineY: null })
  expect(snapTo([300, 497], otherMarks, 5)).toEqual({ at: [300, 500], lineX: null, lineY: 500 })
  expect(snapTo([300, 700], otherMarks, 5)).toEqual({ at: [300, 700], lineX: null, lineY: null })
  expect(snapTo([105.1, 700], [[100, 0]], 5).lineX).toBeNull()
})
