import type { ReactNode } from 'react'
import type { Filter } from './table-filters.ts'
import type { Chip, Column, Sort, TableState } from './table-model.ts'

/** Identity and state in line one, place in line two, one value at the right; `more` stands below. */
export type ListLine = {
  title: ReactNode
  state?: ReactNode
  detail?: ReactNode
  value?: ReactNode
  more?: ReactNode
  /** A control of its own, which does not open the line. */
  beside?: ReactNode
}

export type TableSelection<Row> = {
  /** What selecting a row is called for who does not see the row: "Select lamp 0002". */
  label: (row: Row) => string
  /** Actions of the dark bar for the selected rows. */
  actions: (selected: readonly Row[], clear: () => void) => ReactNode
}

export type DataTableProps<Row> = {
  /** Names the table for assistive technology, its export file and its remembered row height. */
  name: string
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** More rows are being read: each takes its place as it comes. */
  growing?: boolean
  /** The line of the list form, shown below 760 px. */
  listLine: (row: Row) => ListLine
  searchText?: (row: Row) => string
  searchPlaceholder?: string
  chips?: readonly Chip<Row>[]
  /** What rows can be narrowed to besides; each is a parameter of the address. */
  filters?: readonly Filter<Row>[]
  defaultSort?: Sort
  /** Opens the detail of a row; `openKey` marks the open one. */
  onOpen?: (row: Row) => void
  openKey?: string | undefined
  /** Without it rows cannot be selected. */
  selection?: TableSelection<Row>
  /** Shown in place of rows when nothing exists at all. */
  empty: ReactNode
  /** Other controls at the right of the filter bar. */
  tools?: ReactNode
  /** Row height: two-line rows 56, default 46, compact 38. */
  twoLines?: boolean
  /** Prefix of its address parameters, for a second table on one page. */
  param?: string
  /** The server filters, sorts and pages: rows are shown as given, `total` counts them over all pages, `all` without the chip. */
  remote?: { total: number; all?: number; searchable?: false; exportRows: () => Promise<readonly Row[]> }
}

/** What the parts of a table share. */
export type TableParts<Row> = {
  props: DataTableProps<Row>
  state: TableState
  change: (change: Partial<TableState>) => void
  rows: readonly Row[]
  virtual: boolean
  selectable: boolean
  selected: ReadonlySet<string>
  setSelected: (selected: ReadonlySet<string>) => void
  /** Chooses a row or lets it go; with `range` all rows as they stand from the one that was touched before. */
  select: (key: string, range: boolean) => void
  compact: boolean
  /** Rows that stay in view although they no longer fit the filter. */
  unfit: ReadonlySet<string>
}

/** The columns that are to be shown; without a choice those that the table comes with. */
export type ColumnChoice = {
  chosen: readonly string[] | undefined
  choose: (ids: readonly string[] | undefined) => void
}

export type ToolbarProps<Row> = TableParts<Row> & {
  /** What all filters but the chips leave, which the chips count. */
  found: readonly Row[]
  shown: readonly Row[]
  total: number
  filtered: boolean
  /** Takes search, chip and filters away. */
  clear: () => void
  phone: boolean
  locale: string
  columns: ColumnChoice
  setCompact: (compact: boolean) => void
  /** Rows that would stand elsewhere if the table were sorted now. */
  moved: number
  sortAgain: () => void
}

/** The rows as they stand from one to another, chosen besides those that were; the one alone where the other is not in view. */
export function withRange(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  { from, to }: { from: string | undefined; to: string },
): ReadonlySet<string> {
  const ends = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)]
  if (ends.includes(-1)) return toggled(selected, to)
  return new Set([...selected, ...keys.slice(Math.min(...ends), Math.max(...ends) + 1)])
}

export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}
