import { wasSignedInHere } from './shared/session/signed-in-here.ts'
import { type PageName, pageNames, siteMap } from './site-map.ts'

const wildcards = (name: PageName): number => siteMap[name].path.split('$').length

/** A fixed part wins over a param, as in the router. */
const patterns = pageNames
  .toSorted((a, b) => wildcards(a) - wildcards(b))
  .map((name) => {
    const path = siteMap[name].path.replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')
    return [name, new RegExp(`^${path}$`)] as const
  })

/** The page a path will most likely open, found without the router, whose code is large; the root leads home. */
export function pageOfPath(path: string): PageName | undefined {
  if (path === '/') return 'home'
  return patterns.find(([, pattern]) => pattern.test(path))?.[0]
}

/** The most likely page at a path: unknown devices see nothing beyond sign-in. */
export const resolveFirstPage = (openedPage: PageName): PageName =>
  siteMap[openedPage].permission === 'public' || wasSignedInHere() ? openedPage : 'login'

/** `#/home` is a route; `#main` (an anchor) and an empty hash are the root. */
export function routeInHash(hash: string): string {
  const route = hash.slice(1)
  return route.startsWith('/') ? route : '/'
}
