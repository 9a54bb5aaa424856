import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { maxGroupNumber, maxGroupsPerLamp } from '@vigilux/contract/features/groups/group.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { virtualizeFrom } from '../../shared/table/table-model.ts'
import { groupsWith } from './group-draft.ts'
import * as styles from './groups.module.css'
import type { GroupDraftState } from './use-group-draft.ts'
import { useGroupNames } from './use-group-names.ts'

const allGroups = Array.from({ length: maxGroupNumber }, (_, at) => at + 1)
const rowHeight = 36
const page = 10

type GridProps = { topic: string; lamps: readonly Lamp[]; draft: GroupDraftState; readOnly: boolean }
type Cell = { row: number; group: number }

const clamp = (value: number, max: number): number => Math.min(Math.max(0, value), max)

/** The next cell for a key; undefined for a key without a move. */
export function stepOf(key: string, { row, group }: Cell, rows: number): Cell | undefined {
  const steps: Record<string, Cell> = {
    ArrowDown: { row: row + 1, group },
    ArrowUp: { row: row - 1, group },
    ArrowRight: { row, group: group + 1 },
    ArrowLeft: { row, group: group - 1 },
    PageDown: { row: row + page, group },
    PageUp: { row: row - page, group },
    Home: { row, group: 1 },
    End: { row, group: maxGroupNumber },
  }
  const next = steps[key]
  return next && { row: clamp(next.row, rows - 1), group: clamp(next.group - 1, maxGroupNumber - 1) + 1 }
}

/** The rows between two, in either order. */
export function rowsBetween(from: number, to: number): [first: number, last: number] {
  return from <= to ? [from, to] : [to, from]
}

/**
 * Lamps by groups: one place in the tab order, arrows move within, Space toggles, a digit toggles its group; Shift
 * selects several rows for both.
 */
export function MatrixGrid({ topic, lamps, draft, readOnly }: GridProps) {
  const { t } = useTranslation('groups')
  const nameOf = useGroupNames()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [cell, setCell] = useState<Cell>({ row: 0, group: 1 })
  const [anchor, setAnchor] = useState<number | undefined>()
  const active = { row: clamp(cell.row, lamps.length - 1), group: cell.group }
  const isVirtual = lamps.length > virtualizeFrom
  const virtualizer = useVirtualizer({
    count: isVirtual ? lamps.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  const indexes = isVirtual ? items.map(({ index }) => index) : lamps.map((_, at) => at)
  const paddingTop = items[0]?.start ?? 0
  const after = isVirtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const lamp = lamps[active.row]
  const [first, last] = rowsBetween(anchor === undefined ? active.row : clamp(anchor, lamps.length - 1), active.row)
  const isRange = last > first
  const toggleGroup = (group: number) => {
    if (!lamp || readOnly) return
    const isInGroup = groupsWith(draft.draft, lamp).includes(group)
    draft.turn(lamps.slice(first, last + 1), group, !isInGroup)
  }
  const selectCell = (next: Cell, isShiftPressed: boolean) => {
    setAnchor(isShiftPressed ? (anchor ?? active.row) : undefined)
    setCell(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, active, lamps.length)
    if (next) {
      selectCell(next, event.shiftKey)
      if (isVirtual) virtualizer.scrollToIndex(next.row)
      else document.getElementById(`${id}-${next.row}-${next.group}`)?.scrollIntoView?.({ block: 'nearest' })
    } else if (event.key === ' ') toggleGroup(active.group)
    else if (/^[1-9]$/.test(event.key)) toggleGroup(Number(event.key))
    else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) draft.stepBack()
    else return
    event.preventDefault()
  }
  return (
    <>
      <SelectionInfo lamp={lamp} first={first} last={last} active={active} count={lamps.length} />
      <div ref={scroller} className={`${styles.matrix} vx-card`}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved through is a grid
          role="grid"
          aria-label={t('view.lamps')}
          aria-rowcount={lamps.length + 1}
          aria-colcount={maxGroupNumber + 3}
          aria-readonly={readOnly}
          aria-multiselectable
          aria-activedescendant={`${id}-${active.row}-${active.group}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col">{t('word.numberShort')}</th>
              <th scope="col" className={styles.matrixPlace}>
                {t('word.lamp')}
              </th>
              {allGroups.map((group) => (
                <th
                  key={group}
                  scope="col"
                  className={styles.matrixHead}
                  data-active={group === active.group || undefined}
                >
                  <span>{nameOf(topic, group)?.name}</span>
                  <b>{group}</b>
                </th>
              ))}
              <th scope="col">{t('matrix.used')}</th>
            </tr>
          </thead>
          <tbody>
            {paddingTop > 0 ? <tr aria-hidden style={{ height: paddingTop }} /> : null}
            {indexes.map((index) => {
              const row = lamps[index]
              return row ? (
                <MatrixRow
                  key={row.id}
                  idOf={(group) => `${id}-${index}-${group}`}
                  index={index}
                  lamp={row}
                  draftGroups={groupsWith(draft.draft, row)}
                  active={index === active.row ? active.group : undefined}
                  activeGroup={active.group}
                  inRange={isRange && index >= first && index <= last}
                  onPress={(group, isShiftPressed) => {
                    selectCell({ row: index, group }, isShiftPressed)
                    if (!isShiftPressed && !readOnly) draft.toggle(row, group)
                  }}
                />
              ) : null
            })}
            {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
          </tbody>
        </table>
      </div>
    </>
  )
}

type WhereProps = { lamp: Lamp | undefined; first: number; last: number; active: Cell; count: number }

/** Describes the active cell, or the number of selected lamps. */
function SelectionInfo({ lamp, first, last, active, count }: WhereProps) {
  const { t } = useTranslation('groups')
  const { group, row } = active
  const stateText =
    last > first
      ? t('matrix.rows', { count: last - first + 1, first: first + 1, last: last + 1, group })
      : lamp && t('matrix.at', { number: lampNumber(lamp.id), group, count, row: row + 1 })
  return (
    <p className="vx-quiet" role="status">
      {stateText}
    </p>
  )
}

type RowProps = {
  idOf: (group: number) => string
  index: number
  lamp: Lamp
  draftGroups: readonly number[]
  active: number | undefined
  activeGroup: number
  inRange: boolean
  onPress: (group: number, extendsRange: boolean) => void
}

function MatrixRow({ idOf, index, lamp, draftGroups, active, activeGroup, inRange, onPress }: RowProps) {
  const { t } = useTranslation('groups')
  const usedGroups = draftGroups.length
  const isInvalid = usedGroups > maxGroupsPerLamp || (usedGroups === 0 && lamp.groups.length > 0)
  return (
    <tr
      aria-rowindex={index + 2}
      data-active={active !== undefined || inRange || undefined}
      style={{ height: rowHeight }}
    >
      <th scope="row">{lampNumber(lamp.id)}</th>
      <td className={styles.matrixPlace} title={lamp.description || lamp.location}>
        {lamp.description || lamp.location}
      </td>
      {allGroups.map((group) => {
        const isInGroup = draftGroups.includes(group)
        const isChanged = isInGroup !== lamp.groups.includes(group)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names this cell as its active one
          <td
            key={group}
            id={idOf(group)}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
            role="gridcell"
            className={styles.matrixCell}
            aria-label={t('matrix.cell', { number: lampNumber(lamp.id), group })}
            aria-selected={isInGroup}
            data-column={group === activeGroup || undefined}
            data-active={group === active || undefined}
            data-changed={isChanged || undefined}
            data-full={(!isInGroup && !isChanged && usedGroups >= maxGroupsPerLamp) || undefined}
            data-range={(inRange && group === activeGroup) || undefined}
            onClick={(event) => onPress(group, event.shiftKey)}
          >
            <span>
              {isInGroup ? <IconCheck size={16} aria-hidden /> : isChanged ? <IconMinus size={14} aria-hidden /> : null}
            </span>
          </td>
        )
      })}
      <td className={styles.matrixUsed} data-bad={isInvalid || undefined}>
        {usedGroups === 0 ? t('matrix.none') : t('matrix.usedOf', { used: usedGroups, max: maxGroupsPerLamp })}
      </td>
    </tr>
  )
}
