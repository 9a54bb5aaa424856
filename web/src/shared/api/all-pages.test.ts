import { expect, test, vi } from 'vitest'
import { allPages } from './all-pages.ts'

const pagesOf = (rows: number[], size: number, total = rows.length) =>
  vi.fn(async (page: number) => ({ rows: rows.slice((page - 1) * size, page * size), total }))

test('allPages reads until all rows are loaded', async () => {
  const readPage = pagesOf([1, 2, 3, 4, 5], 2)
  expect(await allPages(readPage)).toEqual([1, 2, 3, 4, 5])
  expect(readPage.mock.calls).toEqual([[1], [2], [3]])
})

test('allPages reads a single or empty page once', async () => {
  const [fullPage, emptyPage] = [pagesOf([1, 2], 2), pagesOf([], 2)]
  expect(await allPages(fullPage)).toEqual([1, 2])
  expect(await allPages(emptyPage)).toEqual([])
  expect([fullPage.mock.calls.length, emptyPage.mock.calls.length]).toEqual([1, 1])
})

test('allPages stops if rows were removed meanwhile', async () => {
  expect(await allPages(pagesOf([1, 2, 3], 2, 9))).toEqual([1, 2, 3])
})
