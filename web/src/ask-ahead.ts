import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { firstReads } from './first-reads.ts'
import { loaderOf } from './page-loaders.ts'
import { ownSocketId } from './shared/api/channel.ts'
import type { Place } from './shared/api/first-reads.ts'
import { plantDetailsQuery } from './shared/plant/plant.ts'
import type { SearchParams } from './shared/search-params.ts'
import { askForSession } from './shared/session/session.ts'
import { isSuspendedFrom, mayEnter } from './shell/admission.ts'
import { bringSignedInFrame } from './shell/signed-in-frame.tsx'
import { type PageName, siteMap } from './site-map.ts'

export type OpenedPage = Place & { name: PageName }

/** The page at a place in the address, home at the root; undefined for an unknown path. */
export function pageAt(router: AnyRouter, location: ParsedLocation = router.latestLocation): OpenedPage | undefined {
  const match = router.matchRoutes(location).at(-1)
  const name = location.pathname === '/' ? 'home' : match?.staticData.page
  return name && { name, params: match?.params ?? {}, search: location.search as SearchParams }
}

/**
 * Asks for what a page reads first, unless it is there. Nothing is asked for before it is known who is there, and
 * nothing that this person is not shown; what fails is asked for again, and said, when the page is drawn.
 */
export async function readAhead(queries: QueryClient, { name, params, search }: OpenedPage): Promise<void> {
  const entry = siteMap[name]
  if (entry.permission === 'public') return
  const user = await askForSession(queries).catch(() => null)
  if (!user || isSuspendedFrom(name, user) || !mayEnter(entry, user)) return
  if (entry.permission === 'plant' && params.plantId) {
    const watching = queries.prefetchQuery(plantDetailsQuery(params.plantId))
    // With a socket that makes it a watcher: what is asked for before that could change, and nobody here were told.
    if (ownSocketId()) await watching
  }
  for (const read of firstReads[name]?.({ params, search }) ?? []) void queries.prefetchQuery(read)
}

/** From now on has the code, the frame, the words and the answers of a page asked for at once, when its address is opened. */
export function askAhead(router: AnyRouter, queries: QueryClient): () => void {
  return router.subscribe('onBeforeLoad', ({ toLocation, pathChanged }) => {
    const page = pathChanged ? pageAt(router, toLocation) : undefined
    if (!page) return
    loaderOf(page.name)().catch(() => undefined)
    if (siteMap[page.name].permission !== 'public') bringSignedInFrame().catch(() => undefined)
    void readAhead(queries, page)
  })
}
