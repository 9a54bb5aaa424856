import { normalizeSearchText, splitSearchWords } from '@vigilux/contract/kernel/search-text.ts'
import type { ReactNode } from 'react'
import type { StateName } from '../status/states.ts'
import { memoizeByRow } from './memoize-by-row.ts'
import { applyFilters, type ChosenFilters, type Filter } from './table-filters.ts'
import { type CellValue, type Sort, sortRows } from './table-sort.ts'

export type { CellValue, Sort } from './table-sort.ts'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Sort and export value; a column without it is neither sorted nor exported. */
  value?: (row: Row) => CellValue
  /** Exported instead of `value` when the shown text differs (a state's word). */
  csv?: (row: Row) => CellValue
  align?: 'right'
  width?: number | string
  /** Places and descriptions may be truncated; states, numbers and dates never. */
  cut?: true
  /** Exported, but not shown: part of another column's cell. */
  hidden?: true
  /** `false`: has a value, but cannot be sorted by it. */
  sortable?: false
  /** Shown only on request. */
  optional?: true
  /** Typed spreadsheet value instead of `csv`: a number as such, and not as text. */
  typed?: (row: Row) => CellValue
  /** For rows of several plants: the zone of the column's moments, ISO strings for exports to convert. */
  zone?: (row: Row) => string
}

/** A filter above the table, with the number of rows it would leave. */
export type Chip<Row> = { id: string; label: string; state?: StateName; fits: (row: Row) => boolean; count?: number }

export type TableState = {
  search: string
  chip: string
  sort: Sort | undefined
  page: number
  filters?: ChosenFilters
  /** Columns in order, from a link; otherwise the person's saved ones. */
  columns?: readonly string[] | undefined
}

export const pageSize = 25
/** From this number on only visible rows are rendered. */
export const virtualizeFrom = 200

export type RowFacts<Row> = {
  columns: readonly Column<Row>[]
  chips?: readonly Chip<Row>[] | undefined
  filters?: readonly Filter<Row>[] | undefined
  /** The text covered by the search. */
  searchText?: ((row: Row) => string) | undefined
}

/** Rows found by the search, ignoring case and accents; every word must occur. */
export function searchRows<Row>(rows: readonly Row[], search: string, textOf?: (row: Row) => string): readonly Row[] {
  const words = splitSearchWords(search)
  if (words.length === 0 || !textOf) return rows
  const plainText = plainTextOf(textOf)
  return rows.filter((row) => {
    const text = plainText(row)
    return words.every((word) => text.includes(word))
  })
}

const plainTexts = new WeakMap<object, unknown>()

/** The normalized search text of each row, computed once per row. */
function plainTextOf<Row>(textOf: (row: Row) => string): (row: Row) => string {
  const memoized = plainTexts.get(textOf)
  if (memoized) return memoized as typeof textOf
  const read = memoizeByRow((row: Row) => normalizeSearchText(textOf(row)))
  plainTexts.set(textOf, read)
  return read
}

/** Applies search, filters, chip and sort: all rows, as exported. `found`, without the chip, counts for chips. */
export function computeShownRows<Row>(rows: readonly Row[], state: TableState, facts: RowFacts<Row>, locale?: string) {
  const found = applyFilters(searchRows(rows, state.search, facts.searchText), facts.filters, state.filters)
  return { found, shown: sortRows(filterByChip(found, state, facts), state.sort, facts.columns, locale) }
}

function filterByChip<Row>(rows: readonly Row[], state: TableState, facts: RowFacts<Row>): readonly Row[] {
  const chip = facts.chips?.find(({ id }) => id === state.chip)
  return chip ? rows.filter(chip.fits) : rows
}

/** The rows for counting one filter's values: all other conditions applied. */
export function rowsOfOtherFilters<Row>(
  rows: readonly Row[],
  filterId: string,
  state: TableState,
  facts: RowFacts<Row>,
): readonly Row[] {
  const filteredRows = applyFilters(
    searchRows(rows, state.search, facts.searchText),
    facts.filters,
    state.filters,
    filterId,
  )
  return filterByChip(filteredRows, state, facts)
}

/** Number of active filters and chips, without the search. */
export function countFilters({ chip, filters }: TableState): number {
  return Object.values(filters ?? {}).reduce((sum, values) => sum + values.length, chip === '' ? 0 : 1)
}

export function isFiltered(state: TableState): boolean {
  return state.search !== '' || countFilters(state) > 0
}

/** The visible columns: the chosen ones in their order, or all but the optional; always with the first. */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  const availableColumns = columns.filter(({ hidden }) => !hidden)
  const chosenColumns = (chosen ?? []).flatMap((id) => availableColumns.find((column) => column.id === id) ?? [])
  if (chosenColumns.length === 0) return availableColumns.filter(({ optional }) => !optional)
  const [identity] = availableColumns
  return identity ? [identity, ...new Set(chosenColumns.filter((column) => column !== identity))] : chosenColumns
}

/** The exported columns: the visible ones, and parts of another column's cell. */
export function exportedColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  const shown = visibleColumns(columns, chosen)
  if (!chosen) return columns.filter((column) => column.hidden || shown.includes(column))
  return [...shown, ...columns.filter(({ hidden }) => hidden)]
}

export function pageOf<Row>(rows: readonly Row[], page: number): { rows: readonly Row[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  const at = Math.min(Math.max(1, page), pages)
  return { rows: rows.slice((at - 1) * pageSize, at * pageSize), page: at, pages }
}
