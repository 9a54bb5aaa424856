import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { RoomRow } from './room-rows.ts'
import './rooms.css'

type TreeProps = {
  rows: readonly RoomRow[]
  label: string
  openId: string | undefined
  /** Expands everything during a search. */
  unfolded: boolean
  onOpen: (id: string) => void
}

/** The visible rows: those whose ancestors are all expanded. */
function visibleRows(rows: readonly RoomRow[], folded: ReadonlySet<string>): readonly RoomRow[] {
  const hidden = new Set<string>()
  return rows.filter(({ id, parentId }) => {
    const isHidden = parentId !== null && (hidden.has(parentId) || folded.has(parentId))
    if (isHidden) hidden.add(id)
    return !isHidden
  })
}

/** The tree of rooms: arrows navigate, right and left expand and collapse, Enter opens. A single item is in the tab order. */
export function RoomTree({ rows, label, openId, unfolded, onOpen }: TreeProps) {
  const { t } = useTranslation('rooms')
  const [foldedIds, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrent] = useState<string>()
  const tree = useRef<HTMLDivElement>(null)
  const folded = unfolded ? new Set<string>() : foldedIds
  const seen = visibleRows(rows, folded)
  const current = seen.find(({ id }) => id === (currentId ?? openId)) ?? seen[0]
  const fold = (id: string, isFolded: boolean) => {
    const next = new Set(foldedIds)
    if (isFolded) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const goTo = (row: RoomRow | undefined) => {
    if (!row) return
    setCurrent(row.id)
    tree.current?.querySelector<HTMLElement>(`[data-room="${row.id}"]`)?.focus()
  }
  const towards = (row: RoomRow, key: string) => {
    const at = seen.indexOf(row)
    if (key === 'ArrowDown') return seen[at + 1]
    if (key === 'ArrowUp') return seen[at - 1]
    return key === 'Home' ? seen[0] : seen.at(-1)
  }
  const sideways = (row: RoomRow, key: string) => {
    const isFolded = folded.has(row.id)
    const opens = key === 'ArrowRight'
    if (row.holds > 0 && isFolded === opens) fold(row.id, !opens)
    else if (!opens) goTo(seen.find(({ id }) => id === row.parentId))
    else if (row.holds > 0) goTo(towards(row, 'ArrowDown'))
  }
  const onKeyDown = (event: KeyboardEvent, row: RoomRow) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) goTo(towards(row, key))
    else if (key === 'ArrowRight' || key === 'ArrowLeft') sideways(row, key)
    else if (key === 'Enter' || key === ' ') onOpen(row.id)
    else return
    event.preventDefault()
  }
  return (
    <div ref={tree} role="tree" aria-label={label} className="vx-room-tree">
      {seen.map((row) => (
        <div
          key={row.id}
          role="treeitem"
          data-room={row.id}
          aria-level={row.depth}
          aria-expanded={row.holds > 0 ? !folded.has(row.id) : undefined}
          aria-selected={row.id === openId}
          tabIndex={row === current ? 0 : -1}
          style={{ '--depth': row.depth - 1 } as React.CSSProperties}
          onFocus={() => setCurrent(row.id)}
          onClick={() => onOpen(row.id)}
          onKeyDown={(event) => onKeyDown(event, row)}
        >
          <FoldMark row={row} isFolded={folded.has(row.id)} onFold={(isFolded) => fold(row.id, isFolded)} />
          <span className="vx-room-name" data-level={row.level}>
            {row.name}
          </span>
          {row.state && row.state !== 'ok' ? <StatusInline state={row.state} /> : null}
          <span className="vx-room-count">
            <span aria-hidden>{row.allLamps}</span>
            <span className="vx-hidden">{t('devicesIn', { count: row.allLamps })}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

type MarkProps = { row: RoomRow; isFolded: boolean; onFold: (isFolded: boolean) => void }

/** For the mouse only: the keyboard uses arrows, and a screen reader gets the state from the item. */
function FoldMark({ row, isFolded, onFold }: MarkProps) {
  if (row.holds === 0) return <span className="vx-room-fold" />
  return (
    <button
      type="button"
      className="vx-room-fold"
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
