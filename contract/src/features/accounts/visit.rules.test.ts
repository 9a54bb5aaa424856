import { expect, it } from 'vitest'
import { previousVisit, visitsAfterLook } from './visit.rules.ts'

const at = (text: string) => new Date(`2026-11-${text}:00Z`)
const monday = at('16T09:00')
const friday = at('20T15:24')

it('a look within an hour belongs to the visit', () => {
  expect(visitsAfterLook({ seenAt: at('20T14:24'), previousAt: monday }, friday)).toEqual({
    seenAt: friday,
    previousAt: monday,
  })
})

it('a later look begins another visit, and the last look ended the one before', () => {
  expect(visitsAfterLook({ seenAt: monday, previousAt: null }, friday)).toEqual({ seenAt: friday, previousAt: monday })
})

it.each<[string, Date | null, Date | null]>([
  ['unknown at the first look', null, null],
  ['known for 30 days', new Date(friday.getTime() - 30 * 86_400_000), new Date(friday.getTime() - 30 * 86_400_000)],
  ['too long ago after them', new Date(friday.getTime() - 30 * 86_400_000 - 1), null],
])('the previous visit is %s', (_, seenAt, expected) => {
  expect(previousVisit({ seenAt, previousAt: null }, friday)).toEqual(expected)
})
