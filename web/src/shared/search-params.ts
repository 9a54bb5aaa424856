import type { HistoryState } from '@tanstack/history'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type SearchParams = Record<string, string>

export function parseSearch(query: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(query))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const presentEntries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(presentEntries.map(([key, value]) => [key, String(value)])).toString()
  return query ? `?${query}` : ''
}

/** `push` adds a history step with an optional state; otherwise the current step is replaced. */
type ChangeOptions = { push?: boolean; state?: HistoryState }

/**
 * The query part of the hash route and a function to change parts of it. It holds filters, sort, page and the open
 * detail: reload, Back and copied links keep them. `undefined` or '' removes a key.
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
