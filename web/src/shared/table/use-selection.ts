import { useMemo, useRef, useState } from 'react'
import { toggled, withRange } from './table-parts.ts'

const noKeys: ReadonlySet<string> = new Set()

type SelectionOf<Row> = {
  rows: readonly Row[]
  shown: readonly Row[]
  visible: readonly Row[]
  rowKey: (row: Row) => string
}

/** The selected rows in display order: rows hidden by a filter stay selected, come last and are counted. */
export function useSelection<Row>({ rows, shown, visible, rowKey }: SelectionOf<Row>) {
  const [selected, setSelected] = useState(noKeys)
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : [...new Set([...shown, ...rows])].filter((row) => selected.has(rowKey(row)))),
    [rows, shown, selected, rowKey],
  )
  const hiddenCount = useMemo(
    () => (selected.size === 0 ? 0 : chosen.length - shown.filter((row) => selected.has(rowKey(row))).length),
    [chosen, shown, selected, rowKey],
  )
  const lastTouched = useRef<string | undefined>(undefined)
  const select = (key: string, range: boolean) => {
    const keys = range ? visible.map(rowKey) : []
    setSelected(range ? withRange(selected, keys, { from: lastTouched.current, to: key }) : toggled(selected, key))
    lastTouched.current = key
  }
  /** Selects exactly the rows of the filter. */
  const selectShown = () => setSelected(new Set(shown.map(rowKey)))
  /** Adds the rows of the filter to the selection. */
  const addShown = () => setSelected(new Set([...chosen.map(rowKey), ...shown.map(rowKey)]))
  return {
    selected,
    setSelected,
    chosen,
    unseen: hiddenCount,
    select,
    selectShown,
    addShown,
    clear: () => setSelected(noKeys),
  }
}
