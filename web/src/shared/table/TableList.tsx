import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useMemo, useRef } from 'react'
import { LineTexts } from './LineTexts.tsx'
import { RowCheck } from './RowCheck.tsx'
import * as styles from './table.module.css'
import type { TableParts } from './table-parts.ts'

/** The list form, for the phone. */
export function TableList<Row>(parts: TableParts<Row>) {
  const { props } = parts
  if (parts.virtual) return <LongList {...parts} />
  const groupOf = (row: Row) => props.listGroup?.(row)
  // Only its own lines stand beneath a heading that folds.
  const rows = props.listFold
    ? parts.rows.toSorted((a, b) => Number(groupOf(a) !== undefined) - Number(groupOf(b) !== undefined))
    : parts.rows
  return (
    <ul className={`${styles.list} vx-card`} data-part="list" aria-label={props.label}>
      {rows.map((row, at) => {
        const group = groupOf(row)
        const isFirst = group !== undefined && rows.findIndex((one) => groupOf(one) === group) === at
        const isFolded = group !== undefined && props.listFold?.isFolded
        if (isFolded && !isFirst) return null
        return (
          <li key={props.rowKey(row)}>
            {isFirst ? <ListHeading fold={props.listFold}>{group}</ListHeading> : null}
            {isFolded ? null : <Line parts={parts} row={row} />}
          </li>
        )
      })}
    </ul>
  )
}

function ListHeading({ fold, children }: { fold: TableParts<never>['props']['listFold']; children: string }) {
  return (
    <h2 className={styles.listGroup}>
      {fold ? (
        <button type="button" className={styles.listOpen} aria-expanded={!fold.isFolded} onClick={fold.toggle}>
          {children}
        </button>
      ) : (
        children
      )}
    </h2>
  )
}

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
function LongList<Row>(parts: TableParts<Row>) {
  const { props, rows } = parts
  const list = useRef<HTMLUListElement>(null)
  const top = list.current?.offsetTop ?? 0
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
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
  const lines = useMemo(
    () =>
      rows.slice(first, first + items.length).map((row, at) => (
        <li key={props.rowKey(row)} ref={virtualizer.measureElement} data-index={first + at}>
          <Line parts={parts} row={row} />
        </li>
      )),
    [rows, first, items.length, parts, props, virtualizer],
  )
  const after = virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top)
  return (
    <ul ref={list} className={`${styles.list} ${styles.listLong} vx-card`} data-part="list" aria-label={props.label}>
      <li aria-hidden style={{ height: offsetBefore }} />
      {lines}
      <li aria-hidden style={{ height: after }} />
    </ul>
  )
}

function LineOf<Row>({ parts, row }: { parts: TableParts<Row>; row: Row }) {
  const { props, selectable, selected, select } = parts
  const key = props.rowKey(row)
  const line = props.listLine(row)
  return (
    <div
      className={parts.unfit.has(key) ? `${styles.listLine} ${styles.unfit}` : styles.listLine}
      aria-current={props.openKey === key || undefined}
    >
      {selectable && !line.unfolds ? (
        <RowCheck
          label={props.selection?.label(row) ?? ''}
          checked={selected.has(key)}
          onChange={(range) => select(key, range)}
        />
      ) : null}
      {props.onOpen ? (
        <button
          type="button"
          className={styles.listOpen}
          data-unfolds={line.unfolds}
          onClick={() => props.onOpen?.(row)}
        >
          <LineTexts line={line} />
        </button>
      ) : (
        <LineTexts line={line} />
      )}
      {line.beside}
    </div>
  )
}

/** Rerenders when the rows or their selection change, not while the list scrolls. */
const Line = memo(LineOf) as typeof LineOf
