import { createMemoryHistory } from '@tanstack/history'
import { expect, test } from 'vitest'
import { pageOfPath } from './page-of-path.ts'
import { findPageAt } from './prefetch.ts'
import { createRouterOfPages } from './router.tsx'
import { pageNames, siteMap } from './site-map.ts'

const fillParams = (path: string, value: string): string =>
  path.replaceAll(/\/\{-\$\w+\}/g, value && `/${value}`).replaceAll(/\$\w+/g, value || 'P')

const paths = pageNames.flatMap((name) => [fillParams(siteMap[name].path, ''), fillParams(siteMap[name].path, 'a%2Fb')])

test('every path belongs to the page that the router opens', () => {
  const wrongPaths = ['/', '/nonsense', '/plant/P/more', ...new Set(paths)].filter((path) => {
    const router = createRouterOfPages(createMemoryHistory({ initialEntries: [path] }))
    return pageOfPath(path) !== findPageAt(router)?.name
  })
  expect(wrongPaths).toEqual([])
})
