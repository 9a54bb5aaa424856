import { expect, test, vi } from 'vitest'
import { allPages } from './all-pages.ts'

const pagesOf = (rows: number[], size: number, total = rows.length) =>
  vi.fn(async (page: number) => ({ rows: rows.slice((page - 1) * size, page * size), total }))

test('asks until all rows are there', async () => {
  const ask = pagesOf([1, 2, 3, 4, 5], 2)
  expect(await allPages(ask)).toEqual([1, 2, 3, 4, 5])
  expect(ask.mock.calls).toEqual([[1], [2], [3]])
})

test('asks no more than once where one page holds them, or there are none', async () => {
  const [full, none] = [pagesOf([1, 2], 2), pagesOf([], 2)]
  expect(await allPages(full)).toEqual([1, 2])
  expect(await allPages(none)).toEqual([])
  expect([full.mock.calls.length, none.mock.calls.length]).toEqual([1, 1])
})

test('ends where rows have gone meanwhile', async () => {
  expect(await allPages(pagesOf([1, 2, 3], 2, 9))).toEqual([1, 2, 3])
})
