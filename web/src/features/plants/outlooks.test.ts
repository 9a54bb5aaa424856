import { expect, test } from 'vitest'
import { outlookCalls } from './outlooks.ts'

test('the calls of a page are the same in any order of its plants', () => {
  const plantIds = ['g', 'b', 'a', 'f', 'c', 'e', 'd']
  expect(outlookCalls(plantIds)).toEqual([['a', 'b', 'c'], ['d', 'e', 'f'], ['g']])
  expect(outlookCalls(plantIds.toReversed())).toEqual(outlookCalls(plantIds))
  expect(outlookCalls([])).toEqual([])
})
