import { useRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch, useSearchParams } from './search-params.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page without the detail, as it was one step before. */
    openedFrom?: string
  }
}

type OpenDetail = {
  /** The key of the open detail, as the address has it. */
  key: string | undefined
  /** Opens one: a step of the history, so that Back closes it. From one to the next is none. */
  open: (key: string) => void
  close: () => void
}

/**
 * The detail that is open beside a list, by a parameter of the address: a link opens it, and Back closes it. Where the same place shows details of
 * another kind, opening one closes the `other`.
 */
export function useOpenDetail(param: string, other?: string): OpenDetail {
  const [search, setSearch] = useSearchParams()
  const { history } = useRouter()
  const key = search[param]
  const closed = { ...(other && { [other]: undefined }), [param]: undefined }
  const isOpen = Boolean(key || (other && search[other]))
  const withoutDetail = () => {
    const { pathname, search: now } = history.location
    return pathname + stringifySearch({ ...parseSearch(now), ...closed })
  }
  return {
    key,
    open: (next) =>
      setSearch({ ...closed, [param]: next }, isOpen ? {} : { push: true, state: { openedFrom: withoutDetail() } }),
    close: () => {
      // The step that opened it is taken back, so that Back does not open it anew; unless the list was filtered meanwhile.
      if (history.location.state.openedFrom === withoutDetail()) history.back()
      else setSearch(closed)
    },
  }
}
