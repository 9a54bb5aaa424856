import type { QueryClient } from '@tanstack/react-query'
import type { PageName } from '../../site-map.ts'
import type { SearchParams } from '../search-params.ts'
import type { actionQuery } from './use-action.ts'

/** A query of `actionQuery`, or another query of the feature. */
type Read = Pick<ReturnType<typeof actionQuery>, 'queryKey'> & {
  queryFn: (context: { signal: AbortSignal; client: QueryClient }) => Promise<unknown>
}

/** The params of a page's path, and its query. */
export type PageLocation = { params: Readonly<Record<string, string | undefined>>; search: SearchParams }

/**
 * Queries that a page needs for its first render, declared outside its code, so that data and code load at the same
 * time. Each must equal the page's own query; a query that is missing here starts at the first render.
 */
export type FirstReads = { readonly [Name in PageName]?: (place: PageLocation) => readonly Read[] }
