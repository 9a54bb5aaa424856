import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { RoomRow } from './room-rows.ts'
import * as styles from './rooms.module.css'

type TreeProps = {
  rows: readonly RoomRow[]
  label: string
  openId: string | undefined
  /** Expands everything during a search. */
  unfolded: boolean
  onOpen: (id: string) => void
}

/** The visible rows: those whose ancestors are all expanded. */
function visibleRows(rows: readonly RoomRow[], foldedIds: ReadonlySet<string>): readonly RoomRow[] {
  const hiddenIds = new Set<string>()
  return rows.filter(({ id, parentId }) => {
    const isHidden = parentId !== null && (hiddenIds.has(parentId) || foldedIds.has(parentId))
    if (isHidden) hiddenIds.add(id)
    return !isHidden
  })
}

/** The tree of rooms: arrows navigate, right and left expand and collapse, Enter opens; one tab stop. */
export function RoomTree({ rows, label, openId, unfolded, onOpen }: TreeProps) {
  const { t } = useTranslation('rooms')
  const [storedFoldedIds, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrent] = useState<string>()
  const tree = useRef<HTMLDivElement>(null)
  const effectiveFoldedIds = unfolded ? new Set<string>() : storedFoldedIds
  const shownRows = visibleRows(rows, effectiveFoldedIds)
  const current = shownRows.find(({ id }) => id === (currentId ?? openId)) ?? shownRows[0]
  const setRowFolded = (id: string, isFolded: boolean) => {
    const next = new Set(storedFoldedIds)
    if (isFolded) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const focusRow = (row: RoomRow | undefined) => {
    if (!row) return
    setCurrent(row.id)
    tree.current?.querySelector<HTMLElement>(`[data-room="${row.id}"]`)?.focus()
  }
  const rowTowards = (row: RoomRow, key: string) => {
    const at = shownRows.indexOf(row)
    if (key === 'ArrowDown') return shownRows[at + 1]
    if (key === 'ArrowUp') return shownRows[at - 1]
    return key === 'Home' ? shownRows[0] : shownRows.at(-1)
  }
  const moveSideways = (row: RoomRow, key: string) => {
    const isFolded = effectiveFoldedIds.has(row.id)
    const expands = key === 'ArrowRight'
    if (row.holds > 0 && isFolded === expands) setRowFolded(row.id, !expands)
    else if (!expands) focusRow(shownRows.find(({ id }) => id === row.parentId))
    else if (row.holds > 0) focusRow(rowTowards(row, 'ArrowDown'))
  }
  const onKeyDown = (event: KeyboardEvent, row: RoomRow) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) focusRow(rowTowards(row, key))
    else if (key === 'ArrowRight' || key === 'ArrowLeft') moveSideways(row, key)
    else if (key === 'Enter' || key === ' ') onOpen(row.id)
    else return
    event.preventDefault()
  }
  return (
    <div ref={tree} role="tree" aria-label={label} className={styles.roomTree}>
      {shownRows.map((row) => (
        <div
          key={row.id}
          role="treeitem"
          data-room={row.id}
          aria-level={row.depth}
          aria-expanded={row.holds > 0 ? !effectiveFoldedIds.has(row.id) : undefined}
          aria-selected={row.id === openId}
          tabIndex={row === current ? 0 : -1}
          style={{ '--depth': row.depth - 1 } as React.CSSProperties}
          onFocus={() => setCurrent(row.id)}
          onClick={() => onOpen(row.id)}
          onKeyDown={(event) => onKeyDown(event, row)}
        >
          <FoldMark
            row={row}
            isFolded={effectiveFoldedIds.has(row.id)}
            onFold={(isFolded) => setRowFolded(row.id, isFolded)}
          />
          <span className={styles.roomName} data-part="room-name" data-level={row.level}>
            {row.name}
          </span>
          {row.state && row.state !== 'ok' ? <StatusInline state={row.state} /> : null}
          <span className={styles.roomCount}>
            <span aria-hidden>{row.allLamps}</span>
            <span className="vx-hidden">{t('word.deviceCount', { count: row.allLamps })}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

type MarkProps = { row: RoomRow; isFolded: boolean; onFold: (isFolded: boolean) => void }

/** For the mouse only: the keyboard uses arrows, and a screen reader gets the state from the item. */
function FoldMark({ row, isFolded, onFold }: MarkProps) {
  if (row.holds === 0) return <span className={styles.roomFold} />
  return (
    <button
      type="button"
      className={styles.roomFold}
      aria-hidden
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onFold(!isFolded)
      }}
    >
      {isFolded ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
    </button>
  )
}
