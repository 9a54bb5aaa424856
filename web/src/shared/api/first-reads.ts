import type { QueryClient } from '@tanstack/react-query'
import type { PageName } from '../../site-map.ts'
import type { SearchParams } from '../search-params.ts'
import type { actionQuery } from './use-action.ts'

/** As `actionQuery` makes it, or another query of the feature. */
type Read = Pick<ReturnType<typeof actionQuery>, 'queryKey'> & {
  queryFn: (context: { signal: AbortSignal; client: QueryClient }) => Promise<unknown>
}

/** The params in the address of a page, and what follows the `?`. */
export type PageLocation = { params: Readonly<Record<string, string | undefined>>; search: SearchParams }

/**
 * What pages read to show anything, told before their code is there, so that both are asked for at once. Each is the
 * very query with which the page draws; one that is not named here is begun when the page is drawn.
 */
export type FirstReads = { readonly [Name in PageName]?: (place: PageLocation) => readonly Read[] }
