import type { ReactNode } from 'react'
import type { Chip, Column, Sort, TableState } from './table-model.ts'

/** Identity and state in line one, place in line two, one value at the right; `more` stands below. */
export type ListLine = { title: ReactNode; state?: ReactNode; detail?: ReactNode; value?: ReactNode; more?: ReactNode }

export type DataTableProps<Row> = {
  /** Names the table for assistive technology, its export file and its remembered row height. */
  name: string
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The line of the list form, shown below 760 px. */
  listLine: (row: Row) => ListLine
  searchText?: (row: Row) => string
  searchPlaceholder?: string
  chips?: readonly Chip<Row>[]
  defaultSort?: Sort
  /** Opens the detail of a row; `openKey` marks the open one. */
  onOpen?: (row: Row) => void
  openKey?: string | undefined
  /** Actions of the dark bar for the selected rows; without it rows cannot be selected. */
  selectionActions?: (selected: readonly Row[], clear: () => void) => ReactNode
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
  compact: boolean
  /** Rows that stay in view although they no longer fit the filter. */
  unfit: ReadonlySet<string>
}

export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}
