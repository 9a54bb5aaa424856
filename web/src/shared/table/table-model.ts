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
  /** What the column is sorted by and exported as; a column without it is neither. */
  value?: (row: Row) => CellValue
  /** Exported in place of `value`, where the shown text is another (a state's word). */
  csv?: (row: Row) => CellValue
  align?: 'right'
  width?: number | string
  /** Places and descriptions may be cut; states, numbers and dates never. */
  cut?: true
  /** Exported, but not shown: part of another column's cell. */
  hidden?: true
  /** `false`: has a value, but cannot be sorted by it. */
  sortable?: false
  /** Shown where the person asks for it. */
  optional?: true
  /** What a spreadsheet gets in place of `csv`: a number as such, and not as its words. */
  typed?: (row: Row) => CellValue
  /** Where rows are of several plants: the zone of the moments in this column. A moment is an ISO string, which exports put into plant time. */
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
  /** The columns that are to be shown, in that order, by a link; else those that the person keeps. */
  columns?: readonly string[] | undefined
}

export const pageSize = 25
/** From here on rows are drawn only where they are seen. */
export const virtualizeFrom = 200

export type RowFacts<Row> = {
  columns: readonly Column<Row>[]
  chips?: readonly Chip<Row>[] | undefined
  filters?: readonly Filter<Row>[] | undefined
  /** What the search looks through. */
  searchText?: ((row: Row) => string) | undefined
}

/** Rows that fit the search, ignoring case and accents; every word must occur. */
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

/** What is looked through of each row, worked out once for each. */
function plainTextOf<Row>(textOf: (row: Row) => string): (row: Row) => string {
  const before = plainTexts.get(textOf)
  if (before) return before as typeof textOf
  const read = memoizeByRow((row: Row) => normalizeSearchText(textOf(row)))
  plainTexts.set(textOf, read)
  return read
}

/**
 * Search, filters, chip, sort: what the table shows over all its pages, and what an export holds. `found` is what the chips
 * count: what all else leaves.
 */
export function computeShownRows<Row>(rows: readonly Row[], state: TableState, facts: RowFacts<Row>, locale?: string) {
  const found = applyFilters(searchRows(rows, state.search, facts.searchText), facts.filters, state.filters)
  return { found, shown: sortRows(filterByChip(found, state, facts), state.sort, facts.columns, locale) }
}

function filterByChip<Row>(rows: readonly Row[], state: TableState, facts: RowFacts<Row>): readonly Row[] {
  const chip = facts.chips?.find(({ id }) => id === state.chip)
  return chip ? rows.filter(chip.fits) : rows
}

/** What the values of one filter are counted in: the rows that everything else leaves. */
export function rowsOfOtherFilters<Row>(
  rows: readonly Row[],
  filterId: string,
  state: TableState,
  facts: RowFacts<Row>,
): readonly Row[] {
  const others = applyFilters(searchRows(rows, state.search, facts.searchText), facts.filters, state.filters, filterId)
  return filterByChip(others, state, facts)
}

/** How many of the table's filters and chips are in force, the search apart. */
export function countFilters({ chip, filters }: TableState): number {
  return Object.values(filters ?? {}).reduce((sum, values) => sum + values.length, chip === '' ? 0 : 1)
}

export function isFiltered(state: TableState): boolean {
  return state.search !== '' || countFilters(state) > 0
}

/** The columns in view: those that were chosen, in their order, or else all but the optional; the first one always. */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  const able = columns.filter(({ hidden }) => !hidden)
  const picked = (chosen ?? []).flatMap((id) => able.find((column) => column.id === id) ?? [])
  if (picked.length === 0) return able.filter(({ optional }) => !optional)
  const [identity] = able
  return identity ? [identity, ...new Set(picked.filter((column) => column !== identity))] : picked
}

/** What an export holds of the columns: those in view, with what is part of another's cell. */
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
