import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { firstReads } from './first-reads.ts'
import type { PageLocation } from './shared/api/first-reads.ts'
import { ownSocketId } from './shared/api/use-action.ts'
import { plantDetailsQuery } from './shared/plant/plant.ts'
import type { SearchParams } from './shared/search-params.ts'
import { refetchSession } from './shared/session/session.ts'
import { canEnter, isBlockedBySuspension } from './shell/admission.ts'
import { loadSignedInFrame } from './shell/signed-in-frame.tsx'
import { type PageName, siteMap } from './site-map.ts'

export type OpenedPage = PageLocation & { name: PageName }

/** The page at a place in the address, home at the root; undefined for an unknown path. */
export function findPageAt(
  router: AnyRouter,
  location: ParsedLocation = router.latestLocation,
): OpenedPage | undefined {
  const match = router.matchRoutes(location).at(-1)
  const name = location.pathname === '/' ? 'home' : match?.staticData.page
  return name && { name, params: match?.params ?? {}, search: location.search as SearchParams }
}

/**
 * Requests the first reads of a page, unless they are loaded. Nothing is requested before the session is known, and
 * nothing hidden from this person; a failure is repeated, and shown, when the page is drawn.
 */
export async function prefetchReads(queries: QueryClient, { name, params, search }: OpenedPage): Promise<void> {
  const entry = siteMap[name]
  if (entry.permission === 'public') return
  const user = await refetchSession(queries).catch(() => null)
  if (!user || isBlockedBySuspension(name, user) || !canEnter(entry, user)) return
  if (entry.permission === 'plant' && params.plantId) {
    const plantRead = queries.prefetchQuery(plantDetailsQuery(params.plantId))
    // The read makes the socket a watcher. An earlier read would miss changes.
    if (ownSocketId()) await plantRead
  }
  for (const read of firstReads[name]?.({ params, search }) ?? []) void queries.prefetchQuery(read)
}

/** Requests frame and answers of a page beside its code, whenever its address opens. */
export function startPrefetching(router: AnyRouter, queries: QueryClient): () => void {
  return router.subscribe('onBeforeLoad', ({ toLocation, pathChanged }) => {
    const page = pathChanged ? findPageAt(router, toLocation) : undefined
    if (!page) return
    if (siteMap[page.name].permission !== 'public') loadSignedInFrame().catch(() => undefined)
    void prefetchReads(queries, page)
  })
}
