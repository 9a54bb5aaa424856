import type { HistoryState } from '@tanstack/history'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type SearchParams = Record<string, string>

export function parseSearch(query: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(query))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return query ? `?${query}` : ''
}

/** `push`: a step of the history, with what is to be known of it; without, the step stays the one that it is. */
type ChangeOptions = { push?: boolean; state?: HistoryState }

/**
 * The query part of the hash route and a way to change some of it. Filters, sort, page and the open detail live there,
 * so that reload, back and a copied link keep them. `undefined` or '' removes a key.
 */
export function useSearchParams(): [
  SearchParams,
  (change: Record<string, string | undefined>, options?: ChangeOptions) => void,
] {
  const search = useSearch({ strict: false }) as SearchParams
  const { history } = useRouter()
  const change = useCallback(
    (changed: Record<string, string | undefined>, options: ChangeOptions = {}) => {
      const { pathname, search: now, state } = history.location
      const path = pathname + stringifySearch({ ...parseSearch(now), ...changed })
      if (options.push) history.push(path, options.state)
      else history.replace(path, state)
    },
    [history],
  )
  return [search, change]
}
