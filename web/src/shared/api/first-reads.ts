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
 * Queries for a page's first render, declared outside its code, to load data and code at the same time. Each must equal
 * the page's own query; a query missing here starts at the first render.
 */
export type FirstReads = { readonly [Name in PageName]?: (place: PageLocation) => readonly Read[] }
