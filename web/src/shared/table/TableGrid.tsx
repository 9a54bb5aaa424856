import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowCheck } from './RowCheck.tsx'
import * as styles from './table.module.css'
import type { Column, Sort } from './table-model.ts'
import type { TableParts } from './table-parts.ts'

function useRowWindow(count: number, height: number, isVirtual: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!isVirtual)
    return { scroller, virtualizer, indexes: Array.from({ length: count }, (_, at) => at), before: 0, after: 0 }
  const after = last ? virtualizer.getTotalSize() - last.end : 0
  return { scroller, virtualizer, indexes: items.map((item) => item.index), before: first?.start ?? 0, after }
}

/** The table form, with sticky heads, a frozen identity column and one row in the tab order. */
export function TableGrid<Row>(parts: TableParts<Row>) {
  const { props, rows, virtual, selectable, selected, setSelected, compact, state, change } = parts
  const { t } = useTranslation('shared')
  const height = compact ? 38 : props.twoLines ? 56 : 46
  const { scroller, virtualizer, indexes, before, after } = useRowWindow(rows.length, height, virtual)
  const [active, setActive] = useState(0)
  const span = props.columns.length + (selectable ? 1 : 0)
  const keys = useMemo(() => rows.map(props.rowKey), [rows, props.rowKey])
  const isAllSelected = keys.length > 0 && selected.size >= keys.length && keys.every((key) => selected.has(key))
  const isPartlySelected = !isAllSelected && selected.size > 0 && keys.some((key) => selected.has(key))

  const focusRow = useCallback(
    (index: number) => {
      const next = Math.min(Math.max(0, index), rows.length - 1)
      setActive(next)
      if (virtual) virtualizer.scrollToIndex(next)
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus())
    },
    [rows.length, virtual, virtualizer, scroller],
  )

  return (
    <section
      ref={scroller}
      className={`${styles.grid} vx-card${virtual ? ` ${styles.gridVirtual}` : ''}`}
      data-part="grid"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={props.label}
    >
      <table aria-rowcount={rows.length + 1} style={{ ['--vx-row' as string]: `${height}px` }}>
        <thead>
          <tr>
            {selectable ? (
              <th className={styles.gridCheck}>
                <RowCheck
                  label={t('table.selectAll')}
                  checked={isAllSelected}
                  some={isPartlySelected}
                  onChange={() =>
                    setSelected(isAllSelected ? withoutKeys(selected, keys) : new Set([...selected, ...keys]))
                  }
                />
              </th>
            ) : null}
            {props.columns.map((column) => (
              <Head key={column.id} column={column} sort={state.sort} onSort={(sort) => change({ sort })} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} span={span} />
          {indexes.map((index) => {
            const row = rows[index]
            if (row === undefined) return null
            const place = { index, isActive: index === active, setActive, focusRow }
            return <GridRow key={props.rowKey(row)} parts={parts} row={row} {...place} />
          })}
          <Spacer height={after} span={span} />
        </tbody>
      </table>
    </section>
  )
}

function withoutKeys(selected: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const removedKeys = new Set(keys)
  return new Set([...selected].filter((key) => !removedKeys.has(key)))
}

type RowProps<Row> = {
  parts: TableParts<Row>
  row: Row
  index: number
  isActive: boolean
  setActive: (index: number) => void
  focusRow: (index: number) => void
}

function GridRowOf<Row>({ parts, row, index, isActive, setActive, focusRow }: RowProps<Row>) {
  const { props, rows, selectable, selected, select } = parts
  const key = props.rowKey(row)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }
    const step = steps[event.key]
    if (step !== undefined) focusRow(step)
    else if (event.key === 'Enter' && props.onOpen) props.onOpen(row)
    else if (event.key === ' ' && selectable) select(key, event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <tr
      data-row={index}
      className={parts.unfit.has(key) ? styles.unfit : undefined}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected.has(key) : undefined}
      data-open={props.openKey === key || undefined}
      data-opens={props.onOpen ? true : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => setActive(index)}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        // The browser would select the text between.
        if (event.shiftKey && selectable) event.preventDefault()
      }}
      onClick={(event) => {
        if (isControl(event.target)) return
        if (event.shiftKey && selectable) select(key, true)
        else props.onOpen?.(row)
      }}
    >
      {selectable ? (
        <td className={styles.gridCheck}>
          <RowCheck
            tabIndex={-1}
            label={props.selection?.label(row) ?? ''}
            checked={selected.has(key)}
            onChange={(range) => select(key, range)}
          />
        </td>
      ) : null}
      {props.columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** Rerenders when the rows or their selection change, not while the table scrolls. */
const GridRow = memo(GridRowOf) as typeof GridRowOf

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a,button,input,label') !== null
}

function cellClass<Row>(column: Column<Row>): string | undefined {
  const classes = [column.align === 'right' ? styles.right : '', column.cut ? styles.cut : ''].filter(Boolean)
  return classes.length > 0 ? classes.join(' ') : undefined
}

function Spacer({ height, span }: { height: number; span: number }) {
  return height > 0 ? (
    <tr aria-hidden className={styles.gridSpacer}>
      <td colSpan={span} style={{ height }} />
    </tr>
  ) : null
}

type HeadProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: (sort: Sort) => void }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const sortable = column.value !== undefined && column.sortable !== false
  const current = sort?.column === column.id ? sort : undefined
  const Arrow = current?.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={cellClass(column)}
      style={{ width: column.width }}
      aria-sort={current ? (current.descending ? 'descending' : 'ascending') : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={styles.gridSort}
          onClick={() => onSort({ column: column.id, descending: current ? !current.descending : false })}
        >
          {column.header}
          {current ? <Arrow size={13} aria-hidden /> : null}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
