import { useCallback } from 'react'
import { type SearchParams, useSearchParams } from '../search-params.ts'
import { type ChosenFilters, formatValues, parseValues } from './table-filters.ts'
import type { Sort, TableState } from './table-model.ts'

function parseSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false }
}

function formatSort(sort: Sort | undefined): string | undefined {
  return sort && `${sort.descending ? '-' : ''}${sort.column}`
}

/** Search params of a table's view alone: changing them opens or closes nothing. */
export const tableKeys: ReadonlySet<string> = new Set([
  'q',
  'f',
  'sort',
  'page',
  'cols',
  'at',
  'show',
  'type',
  'group',
  'aggregation',
  'room',
  'zone',
  'fault',
  'product',
  'tier',
  'role',
  'favourite',
  'from',
  'clash',
])

const noFilters: readonly string[] = []

/** The state of a table's view, from the search params. */
export function tableStateOf(
  params: SearchParams,
  prefix = '',
  defaultSort?: Sort,
  filterIds: readonly string[] = noFilters,
): TableState {
  const columns = parseValues(params[`${prefix}cols`])
  return {
    search: params[`${prefix}q`] ?? '',
    chip: params[`${prefix}f`] ?? '',
    sort: parseSort(params[`${prefix}sort`]) ?? defaultSort,
    page: Number(params[`${prefix}page`]) || 1,
    filters: Object.fromEntries(filterIds.map((id) => [id, parseValues(params[`${prefix}${id}`])])),
    columns: columns.length > 0 ? columns : undefined,
  }
}

function formatFilters(prefix: string, filters: ChosenFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([id, values]) => [`${prefix}${id}`, formatValues(values)]))
}

/**
 * A table's search (`q`), chip (`f`), sort (`sort`), page (`page`), columns (`cols`) and filters, stored in search
 * params; a second table on a page uses a prefix. Setting or clearing a filter pushes a history step.
 */
export function useTableState(
  prefix = '',
  defaultSort?: Sort,
  filterIds: readonly string[] = noFilters,
): [TableState, (change: Partial<TableState>) => void] {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changed: Partial<TableState>) => {
      const page = changed.page && changed.page > 1 ? String(changed.page) : undefined
      const next = {
        ...('search' in changed ? { [`${prefix}q`]: changed.search } : {}),
        ...('chip' in changed ? { [`${prefix}f`]: changed.chip } : {}),
        ...('sort' in changed ? { [`${prefix}sort`]: formatSort(changed.sort) } : {}),
        ...('columns' in changed ? { [`${prefix}cols`]: changed.columns && formatValues(changed.columns) } : {}),
        ...formatFilters(prefix, changed.filters ?? {}),
        [`${prefix}page`]: page, // any other change goes back to the first page
      }
      setParams(next, { push: changed.filters !== undefined })
    },
    [prefix, setParams],
  )
  return [tableStateOf(params, prefix, defaultSort, filterIds), change]
}
