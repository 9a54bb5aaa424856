import type { DataTableProps } from './DataTable.tsx'
import type { TableState } from './table-model.ts'

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
