import { expect, test, vi } from 'vitest'
import { allPages } from './all-pages.ts'

const pagesOf = (rows: number[], size: number, total = rows.length) =>
  vi.fn(async (page: number) => ({ rows: rows.slice((page - 1) * size, page * size), total }))

test('asks until all rows are there', async () => {
  const readPage = pagesOf([1, 2, 3, 4, 5], 2)
  expect(await allPages(readPage)).toEqual([1, 2, 3, 4, 5])
  expect(readPage.mock.calls).toEqual([[1], [2], [3]])
})

test('asks no more than once where one page holds them, or there are none', async () => {
  const [fullPage, emptyPage] = [pagesOf([1, 2], 2), pagesOf([], 2)]
  expect(await allPages(fullPage)).toEqual([1, 2])
  expect(await allPages(emptyPage)).toEqual([])
  expect([fullPage.mock.calls.length, emptyPage.mock.calls.length]).toEqual([1, 1])
})

test('ends where rows have gone meanwhile', async () => {
  expect(await allPages(pagesOf([1, 2, 3], 2, 9))).toEqual([1, 2, 3])
})
