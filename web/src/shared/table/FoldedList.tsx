import { useCallback, useMemo, useState } from 'react'
import { foldRuns, type ListItem } from './list-folds.ts'
import type { ListLine, PlainList, TableParts } from './table-parts.ts'

type Folding<Row> = {
  /** The cause that a line shares with others; undefined for a line that never folds. */
  keyOf: (row: Row) => string | undefined
  /** The line in place of the rest of a run. */
  line: (first: Row, count: number) => ListLine
}

type FoldedProps<Row> = { parts: TableParts<Row>; List: PlainList; folding: Folding<Row> }

/** The list of the phone with long runs of one cause folded; a press shows their lines. */
export function FoldedList<Row>({ parts, List, folding }: FoldedProps<Row>) {
  const { props, rows } = parts
  const { keyOf, line } = folding
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(() => foldRuns(rows, keyOf, unfolded), [rows, keyOf, unfolded])
  const unfold = useCallback((key: string) => setUnfolded((before) => new Set([...before, key])), [])
  const itemParts = useMemo(
    () => ({ ...parts, rows: items, props: propsOfItems(props, line, unfold) }),
    [parts, items, props, line, unfold],
  )
  return <List {...itemParts} />
}

/** The list's props for lines, some of which stand for others. The list reads none of the other props. */
function propsOfItems<Row>(
  props: TableParts<Row>['props'],
  line: Folding<Row>['line'],
  unfold: (key: string) => void,
): TableParts<ListItem<Row>>['props'] {
  const ofItems: Partial<TableParts<ListItem<Row>>['props']> = {
    name: props.name,
    label: props.label,
    openKey: props.openKey,
    rowKey: (item) => ('row' in item ? props.rowKey(item.row) : item.foldOf),
    listLine: (item) => ('row' in item ? props.listLine(item.row) : { ...line(item.first, item.count), unfolds: true }),
    onOpen: (item) => ('row' in item ? props.onOpen?.(item.row) : unfold(item.foldOf)),
    selection: {
      label: (item) => ('row' in item ? (props.selection?.label(item.row) ?? '') : ''),
      actions: () => null,
    },
  }
  return ofItems as TableParts<ListItem<Row>>['props']
}
