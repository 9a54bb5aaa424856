import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { createStrictHashHistory } from './hash-history.ts'
import { loadPageCode, textBundlesOfPage } from './routes.tsx'
import { AnswerBoundary } from './shared/feedback/AnswerBoundary.tsx'
import { LoadingPage } from './shared/feedback/Loading.tsx'
import { loadTextBundles } from './shared/i18n/i18n.ts'
import { chunkTimeoutMs, withTimeout } from './shared/lazy.tsx'
import { parseSearch, stringifySearch } from './shared/search-params.ts'
import { Frame } from './shell/Frame.tsx'
import { PageNotFound } from './shell/NotFoundPages.tsx'
import { PageFailed } from './shell/PageFailed.tsx'
import { fillPath, type PageName, pageNames, siteMap } from './site-map.ts'

/** A page whose code and texts load together, at its first visit or once a pointer rests on a link to it. */
const lazyPage = (name: PageName) =>
  lazyRouteComponent(async () => {
    const parts = Promise.all([loadPageCode(name), loadTextBundles(...textBundlesOfPage(name))])
    const [Page] = await withTimeout(parts, chunkTimeoutMs)
    return {
      default: () => (
        <AnswerBoundary level={1} skeleton={<LoadingPage />}>
          <Page />
        </AnswerBoundary>
      ),
    }
  })

/** Makes one route per entry of the site map; the router prefers static segments over params. */
export function createRouterOfPages(history = createStrictHashHistory()): AnyRouter {
  const root = createRootRoute({ component: Frame, notFoundComponent: PageNotFound })
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
      component: lazyPage(name),
    }),
  )
  return createRouter({
    routeTree: root.addChildren([start, ...pages, unknown]),
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    // A page of another plant or unit starts fresh: nothing typed or selected in one may act in another.
    defaultRemountDeps: ({ params }) => params,
  }) as unknown as AnyRouter
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageName
  }
}
