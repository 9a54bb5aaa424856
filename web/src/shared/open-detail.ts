import { useRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch, useSearchParams } from './search-params.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page without the detail, one history step earlier. */
    openedFrom?: string
  }
}

type OpenDetail = {
  /** Key of the open detail in the address. */
  key: string | undefined
  /** Opening pushes history so Back closes it; switching replaces the entry. */
  open: (key: string) => void
  close: () => void
}

/**
 * The detail open beside a list, by a search param: a link opens it, and Back closes it. If the same place shows
 * another kind of detail, opening one closes the one of `otherParam`.
 */
export function useOpenDetail(param: string, otherParam?: string): OpenDetail {
  const [search, setSearch] = useSearchParams()
  const { history } = useRouter()
  const key = search[param]
  const closedParams = { ...(otherParam && { [otherParam]: undefined }), [param]: undefined }
  const isOpen = Boolean(key || (otherParam && search[otherParam]))
  const withoutDetail = () => {
    const { pathname, search: now } = history.location
    return pathname + stringifySearch({ ...parseSearch(now), ...closedParams })
  }
  return {
    key,
    open: (next) =>
      setSearch(
        { ...closedParams, [param]: next },
        isOpen ? {} : { push: true, state: { openedFrom: withoutDetail() } },
      ),
    close: () => {
      // Go back over the opening step, or Back would open it again; unless the list was filtered meanwhile.
      if (history.location.state.openedFrom === withoutDetail()) history.back()
      else setSearch(closedParams)
    },
  }
}
