import { createBrowserHistory, parseHref, type RouterHistory } from '@tanstack/history'
import { routeInHash } from './page-of-path.ts'
import { captureInvite } from './shared/session/invite.ts'

/**
 * A strict hash history: the route is only the part after `#`. The library's own hash history glues the page's real
 * query string to the route.
 */
export function createStrictHashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => {
      captureInvite()
      return parseHref(routeInHash(window.location.hash), window.history.state)
    },
    createHref: (path) => `${window.location.pathname}${window.location.search}#${path}`,
  })
}
