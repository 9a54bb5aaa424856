import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef, useState } from 'react'
import { foldRuns, type ListItem } from './list-folds.ts'
import { Line, LineWords } from './TableLine.tsx'
import * as styles from './table.module.css'
import type { TableParts } from './table-parts.ts'

/** Estimated line height in pixels; a few lines with more text are higher. */
const lineHeight = 66

/** Lines mounted and unmounted together: most frames of a scroll then only change the position. */
const block = 6

/** The visible blocks, and one on either side. */
function wholeBlocks({ startIndex, endIndex, count }: Range): number[] {
  const first = Math.max(0, Math.floor(startIndex / block) - 1) * block
  const last = Math.min(count, (Math.floor(endIndex / block) + 2) * block)
  return Array.from({ length: last - first }, (_, at) => first + at)
}

/** Renders the visible lines and some around them; they are in the normal flow, so scrolling moves none of them. */
export function LongList<Row>(parts: TableParts<Row>) {
  const { props, rows } = parts
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const foldKeyOf = props.listFold?.keyOf
  const lines = useMemo(() => foldRuns(rows, foldKeyOf, unfolded), [rows, foldKeyOf, unfolded])
  const unfold = useCallback((key: string) => setUnfolded((before) => new Set([...before, key])), [])
  const list = useRef<HTMLUListElement>(null)
  const top = list.current?.offsetTop ?? 0
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => lineHeight,
    rangeExtractor: wholeBlocks,
    scrollMargin: top,
    // Uses the size from the browser's own layout; measuring would force a layout for every new line.
    measureElement: (line, resizeEntry, { measurementsCache, indexFromElement }) =>
      resizeEntry?.borderBoxSize[0]?.blockSize ?? measurementsCache[indexFromElement(line)]?.size ?? lineHeight,
  })
  const items = virtualizer.getVirtualItems()
  const offsetBefore = (items[0]?.start ?? top) - top
  const first = items[0]?.index ?? 0
  const drawn = useMemo(
    () =>
      lines.slice(first, first + items.length).map((item, at) => (
        <li
          key={'row' in item ? props.rowKey(item.row) : item.foldOf}
          ref={virtualizer.measureElement}
          data-index={first + at}
        >
          {'row' in item ? <Line parts={parts} row={item.row} /> : <Fold item={item} parts={parts} unfold={unfold} />}
        </li>
      )),
    [lines, first, items.length, parts, props, virtualizer, unfold],
  )
  const after = virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top)
  return (
    <ul ref={list} className={`${styles.list} ${styles.listLong} vx-card`} data-part="list" aria-label={props.label}>
      <li aria-hidden style={{ height: offsetBefore }} />
      {drawn}
      <li aria-hidden style={{ height: after }} />
    </ul>
  )
}

type FoldProps<Row> = {
  item: Extract<ListItem<Row>, { foldOf: string }>
  parts: TableParts<Row>
  unfold: (key: string) => void
}

/** The rest of a run; a press shows its lines. */
function Fold<Row>({ item, parts, unfold }: FoldProps<Row>) {
  const line = parts.props.listFold?.line(item.first, item.count)
  return (
    <div className={styles.listLine}>
      <button type="button" className={styles.listUnfold} aria-expanded={false} onClick={() => unfold(item.foldOf)}>
        {line ? <LineWords line={line} /> : null}
      </button>
    </div>
  )
}
