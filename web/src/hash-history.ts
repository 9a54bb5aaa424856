import { createBrowserHistory, parseHref, type RouterHistory } from '@tanstack/history'

/**
 * A strict hash history: the route is what follows `#`, and nothing else. The library's own hash history glues the
 * page's real query string to the route.
 */
export function createStrictHashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => parseHref(routeInHash(window.location.hash), window.history.state),
    createHref: (path) => `${window.location.pathname}${window.location.search}#${path}`,
  })
}

/** `#/home` is a route; `#main` (an anchor) and an empty hash are the root. */
export function routeInHash(hash: string): string {
  const route = hash.slice(1)
  return route.startsWith('/') ? route : '/'
}
