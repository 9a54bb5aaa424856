import type { ReactNode } from 'react'
import type { PageSelects } from './TableSelects.tsx'
import type { Filter } from './table-filters.ts'
import type { Chip, Column, Sort, TableState } from './table-model.ts'

/** Identity and state in line one, place in line two, one value at the right; `more` follows below. */
export type ListLine = {
  title: ReactNode
  state?: ReactNode
  detail?: ReactNode
  value?: ReactNode
  more?: ReactNode
  /** A separate control without opening the line. */
  beside?: ReactNode
  /** Stands for further lines, which a press shows. */
  unfolds?: true
}

export type TableSelection<Row> = {
  /** Accessible label of a row's checkbox: "Select lamp 0002". */
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
  /** More rows are loading: each is inserted at its place. */
  growing?: boolean
  /** The line in the list form, used below 760 px. */
  listLine: (row: Row) => ListLine
  /** Replaces the list on the phone. It renders all rows, without pages. */
  listForm?: (form: { parts: TableParts<Row>; List: PlainList }) => ReactNode
  /** Heading of a line on the phone, shown once above the lines that share it. Not for long lists. */
  listGroup?: (row: Row) => string | undefined
  /** Makes the headings buttons, which fold their lines. */
  listFold?: { isFolded: boolean; toggle: () => void }
  searchText?: (row: Row) => string
  searchPlaceholder?: string
  chips?: readonly Chip<Row>[]
  /** Further filters; each is a search param. */
  filters?: readonly Filter<Row>[]
  defaultSort?: Sort
  /** Opens the detail of a row; `openKey` marks the open one. */
  onOpen?: (row: Row) => void
  openKey?: string | undefined
  /** Without it rows cannot be selected. */
  selection?: TableSelection<Row>
  /** Shown when there is no data at all. */
  empty: ReactNode
  /** The page's own filter fields, after the search. */
  selects?: PageSelects
  /** Other controls at the right of the filter bar. */
  tools?: ReactNode
  /** Row height: two-line rows 56, default 46, compact 38. */
  twoLines?: boolean
  /** Prefix of its search params, for a second table on one page. */
  param?: string
  /**
   * The server filters, sorts and pages: `total` counts all, `all` without the chip. Rows are shown as given; `steady`
   * ones hold their order until the person sorts again.
   */
  remote?: { total: number; all?: number; searchable?: false; steady?: true; exportRows: () => Promise<readonly Row[]> }
}

/** The list of the phone, for the one that replaces it: an import would split its code from the table's. */
export type PlainList = <Row>(parts: TableParts<Row>) => ReactNode

/** Props shared by the parts of a table. */
export type TableParts<Row> = {
  props: DataTableProps<Row>
  state: TableState
  change: (change: Partial<TableState>) => void
  rows: readonly Row[]
  virtual: boolean
  selectable: boolean
  selected: ReadonlySet<string>
  setSelected: (selected: ReadonlySet<string>) => void
  /** Toggles a row; with `range` all rows from the last touched one. */
  select: (key: string, range: boolean) => void
  compact: boolean
  /** Rows still visible without matching the filter any more. */
  unfit: ReadonlySet<string>
}

/** The visible columns; without a choice the table's defaults. */
export type ColumnChoice = {
  chosen: readonly string[] | undefined
  choose: (ids: readonly string[] | undefined) => void
}

export type ToolbarProps<Row> = TableParts<Row> & {
  /** Rows after all filters but the chips, for the chips' counts. */
  found: readonly Row[]
  shown: readonly Row[]
  total: number
  filtered: boolean
  /** Clears search, chip and filters. */
  clear: () => void
  phone: boolean
  locale: string
  columns: ColumnChoice
  setCompact: (compact: boolean) => void
  /** Number of rows moved by a new sort. */
  moved: number
  sortAgain: () => void
}

/** Adds the rows between two to the selection, in display order; only one when the other is out of view. */
export function withRange(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  { from, to }: { from: string | undefined; to: string },
): ReadonlySet<string> {
  const rangeEnds = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)]
  if (rangeEnds.includes(-1)) return toggled(selected, to)
  return new Set([...selected, ...keys.slice(Math.min(...rangeEnds), Math.max(...rangeEnds) + 1)])
}

export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}
