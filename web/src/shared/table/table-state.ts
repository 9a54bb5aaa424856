import { useCallback } from 'react'
import { useSearchParams } from '../search-params.ts'
import type { Sort, TableState } from './table-model.ts'

function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false }
}

function writeSort(sort: Sort | undefined): string | undefined {
  return sort && `${sort.descending ? '-' : ''}${sort.column}`
}

/** Keys of the address that only say what a table shows: changing them opens and closes nothing. */
export const tableKeys: ReadonlySet<string> = new Set(['q', 'f', 'sort', 'page'])

/**
 * Search (`q`), filter (`f`), sort (`sort`) and page (`page`) of a table, kept in the address. A second table on one
 * page takes a prefix. Also for tables that the server filters and pages: read the state, ask with it.
 */
export function useTableState(prefix = '', defaultSort?: Sort): [TableState, (change: Partial<TableState>) => void] {
  const [params, setParams] = useSearchParams()
  const state: TableState = {
    search: params[`${prefix}q`] ?? '',
    chip: params[`${prefix}f`] ?? '',
    sort: readSort(params[`${prefix}sort`]) ?? defaultSort,
    page: Number(params[`${prefix}page`]) || 1,
  }
  const change = useCallback(
    (changed: Partial<TableState>) => {
      const page = changed.page && changed.page > 1 ? String(changed.page) : undefined
      setParams({
        ...('search' in changed ? { [`${prefix}q`]: changed.search } : {}),
        ...('chip' in changed ? { [`${prefix}f`]: changed.chip } : {}),
        ...('sort' in changed ? { [`${prefix}sort`]: writeSort(changed.sort) } : {}),
        [`${prefix}page`]: page, // any other change goes back to the first page
      })
    },
    [prefix, setParams],
  )
  return [state, change]
}
