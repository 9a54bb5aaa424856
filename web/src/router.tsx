import { type AnyRouter, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { createStrictHashHistory } from './hash-history.ts'
import { findLoadedPage, getLoader } from './page-loaders.ts'
import { parseSearch, stringifySearch } from './shared/search-params.ts'
import { Frame, FrameFailed } from './shell/Frame.tsx'
import { LazyPage } from './shell/LazyPage.tsx'
import { PageNotFound } from './shell/NotFoundPages.tsx'
import { fillPath, type PageName, pageNames, siteMap } from './site-map.ts'

/** Makes one route per entry of the site map; the router prefers static segments over params. */
export function createRouterOfPages(history = createStrictHashHistory()): AnyRouter {
  const root = createRootRoute({ component: Frame, notFoundComponent: PageNotFound, errorComponent: FrameFailed })
  // Without it, a path merely beginning like a page's would count as its path.
  const unknown = createRoute({ getParentRoute: () => root, path: '$', component: PageNotFound })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: fillPath(siteMap.home.path, {}), replace: true })
    },
  })
  const pages = pageNames.map((name) =>
    createRoute({
      getParentRoute: () => root,
      path: siteMap[name].path,
      staticData: { page: name },
      component: () => <LazyPage key={name} load={getLoader(name)} brought={findLoadedPage(getLoader(name))} />,
    }),
  )
  return createRouter({
    routeTree: root.addChildren([start, ...pages, unknown]),
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: 0,
  }) as unknown as AnyRouter
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageName
  }
}
