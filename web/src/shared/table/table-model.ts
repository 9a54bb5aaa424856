import type { ReactNode } from 'react'
import type { StateName } from '../status/states.ts'

export type CellValue = string | number | null | undefined

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
}

/** A filter above the table, with the number of rows it would leave. */
export type Chip<Row> = { id: string; label: string; state?: StateName; fits: (row: Row) => boolean; count?: number }

export type Sort = { column: string; descending: boolean }

export type TableState = { search: string; chip: string; sort: Sort | undefined; page: number }

export const pageSize = 25
/** From here on rows are drawn only where they are seen. */
export const virtualFrom = 200

export type RowFacts<Row> = {
  columns: readonly Column<Row>[]
  chips?: readonly Chip<Row>[] | undefined
  /** What the search looks through. */
  searchText?: ((row: Row) => string) | undefined
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Rows that fit the search, ignoring case and accents; every word must occur. */
export function searched<Row>(rows: readonly Row[], search: string, textOf?: (row: Row) => string): readonly Row[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0 || !textOf) return rows
  return rows.filter((row) => {
    const text = plain(textOf(row))
    return words.every((word) => text.includes(word))
  })
}

/** Empty values last in either direction; numbers by size, texts as the language orders them, with figures as numbers. */
export function sorted<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  columns: readonly Column<Row>[],
  locale?: string,
): readonly Row[] {
  const readValue = columns.find((column) => column.id === sort?.column)?.value
  if (!sort || !readValue) return rows
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const direction = sort.descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const left = readValue(a)
    const right = readValue(b)
    if (isBlank(left) || isBlank(right)) return Number(isBlank(left)) - Number(isBlank(right))
    if (typeof left === 'number' && typeof right === 'number') return direction * (left - right)
    return direction * texts.compare(String(left), String(right))
  })
}

function isBlank(value: CellValue): boolean {
  return value === null || value === undefined || value === ''
}

/** Search, then chip, then sort: what the table shows over all its pages, and what an export holds. */
export function shownRows<Row>(rows: readonly Row[], state: TableState, facts: RowFacts<Row>, locale?: string) {
  const found = searched(rows, state.search, facts.searchText)
  const chip = facts.chips?.find(({ id }) => id === state.chip)
  const fitting = chip ? found.filter(chip.fits) : found
  return { found, shown: sorted(fitting, state.sort, facts.columns, locale) }
}

export function pageOf<Row>(rows: readonly Row[], page: number): { rows: readonly Row[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  const at = Math.min(Math.max(1, page), pages)
  return { rows: rows.slice((at - 1) * pageSize, at * pageSize), page: at, pages }
}
