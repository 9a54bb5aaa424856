import { Checkbox } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type TableParts, toggled } from './table-parts.ts'

export function TableList<Row>(parts: TableParts<Row>) {
  const { props, rows, virtual } = parts
  const list = useRef<HTMLUListElement>(null)
  const virtualizer = useWindowVirtualizer({
    count: virtual ? rows.length : 0,
    estimateSize: () => 66,
    overscan: 10,
    scrollMargin: list.current?.offsetTop ?? 0,
  })
  if (!virtual)
    return (
      <ul className="vx-list vx-card" aria-label={props.label}>
        {rows.map((row) => (
          <li key={props.rowKey(row)}>
            <Line parts={parts} row={row} />
          </li>
        ))}
      </ul>
    )
  return (
    <ul ref={list} className="vx-list vx-card" aria-label={props.label} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (row === undefined) return null
        const top = item.start - virtualizer.options.scrollMargin
        return (
          <li
            key={props.rowKey(row)}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className="vx-list-placed"
            style={{ transform: `translateY(${top}px)` }}
          >
            <Line parts={parts} row={row} />
          </li>
        )
      })}
    </ul>
  )
}

function LineOf<Row>({ parts, row }: { parts: TableParts<Row>; row: Row }) {
  const { props, selectable, selected, setSelected } = parts
  const { t } = useTranslation('shared')
  const key = props.rowKey(row)
  const line = props.listLine(row)
  const words = (
    <>
      <span className="vx-list-first">
        <b>{line.title}</b>
        {line.state}
      </span>
      <span className="vx-list-second">
        <span className="vx-list-detail">{line.detail}</span>
        <span className="vx-list-value">{line.value}</span>
      </span>
      {line.more}
    </>
  )
  return (
    <div
      className={parts.unfit.has(key) ? 'vx-list-line vx-unfit' : 'vx-list-line'}
      aria-current={props.openKey === key || undefined}
    >
      {selectable ? (
        <Checkbox
          aria-label={t('table.select')}
          checked={selected.has(key)}
          onChange={() => setSelected(toggled(selected, key))}
        />
      ) : null}
      {props.onOpen ? (
        <button type="button" className="vx-list-open" onClick={() => props.onOpen?.(row)}>
          <span className="vx-list-words">{words}</span>
          <IconChevronRight size={18} aria-hidden />
        </button>
      ) : (
        <span className="vx-list-words">{words}</span>
      )}
    </div>
  )
}

/** Drawn again when the rows or what is chosen among them change, and not while the list is scrolled past. */
const Line = memo(LineOf) as typeof LineOf
