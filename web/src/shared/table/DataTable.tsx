import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../layout/use-phone.ts'
import { lazy } from '../lazy.tsx'
import { ShownRows } from './shown-rows.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableList } from './TableList.tsx'
import { TablePages } from './TablePages.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import * as styles from './table.module.css'
import { formatValues, parseValues } from './table-filters.ts'
import { isFiltered, type TableState, visibleColumns } from './table-model.ts'
import type { DataTableProps } from './table-parts.ts'
import { useTableState } from './table-state.ts'
import { useSavedSetting } from './use-saved-setting.ts'
import { useSelection } from './use-selection.ts'
import { useTableRows } from './use-table-rows.ts'

const SelectionBar = lazy(async () => (await import('./SelectionBar.tsx')).SelectionBar)

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

/**
 * Ctrl+A (Cmd+A) selects all matching rows while the table or nothing has the focus; fields, dialogs and panels keep
 * their own meaning. Attach the ref to the table.
 */
function useSelectAll(onAll: (() => void) | undefined): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null)
  const selectAll = useRef(onAll)
  selectAll.current = onAll
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const isInTable =
        event.target === document.body || (event.target instanceof Node && table.current?.contains(event.target))
      if (!isInTable || event.defaultPrevented || isWriting(event.target) || !selectAll.current) return
      event.preventDefault()
      selectAll.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return table
}

/** Search, sort, filter, paging or virtual rows, selection, columns and export; the view is in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = usePhone()
  const filterIds = props.filters?.map(({ id }) => id)
  const [state, change] = useTableState(props.param, props.defaultSort, filterIds)
  const [compact, setCompact] = useSavedSetting<boolean>(`table.${props.name}.compact`, true)
  const columns = useColumns(props.name, state, change)
  const { rowKey, locale, found, shown, steady, virtual, visible, total } = useTableRows(props, state, phone)
  const selection = useSelection({ rows: props.rows, shown, visible, rowKey })
  const selectable = props.selection !== undefined
  const table = useSelectAll(selectable ? selection.selectShown : undefined)
  const filtered = isFiltered(state)
  if (props.rows.length === 0 && !filtered) return props.empty
  const parts = {
    props: { ...props, rowKey },
    state,
    change,
    rows: visible,
    virtual,
    selectable,
    selected: selection.selected,
    setSelected: selection.setSelected,
    select: selection.select,
    compact,
    unfit: steady.unfit,
  }
  const ListForm = props.listForm
  const clearFilters = () =>
    change({ search: '', chip: '', filters: Object.fromEntries((filterIds ?? []).map((id) => [id, []])) })
  return (
    <div ref={table} className={styles.table} data-part="table">
      <TableToolbar
        {...parts}
        columns={columns}
        found={found}
        shown={shown}
        total={total}
        locale={locale}
        setCompact={setCompact}
        filtered={filtered}
        clear={clearFilters}
        moved={steady.moved}
        sortAgain={steady.sortAgain}
        phone={phone}
      />
      {steady.rows.length === 0 ? (
        <NothingFits clear={clearFilters} />
      ) : phone && ListForm ? (
        <ListForm parts={parts} List={TableList} />
      ) : phone ? (
        <TableList {...parts} />
      ) : (
        <ShownRows value={steady.rows}>
          <TableGrid {...parts} props={{ ...parts.props, columns: visibleColumns(props.columns, columns.chosen) }} />
        </ShownRows>
      )}
      {virtual ? null : <TablePages page={state.page} total={total} onPage={(page) => change({ page })} />}
      {selection.chosen.length > 0 && props.selection ? (
        <SelectionBar
          count={selection.chosen.length}
          unseen={selection.unseen}
          all={shown.length}
          onAll={selection.addShown}
          onClear={selection.clear}
        >
          {props.selection.actions(selection.chosen, selection.clear)}
        </SelectionBar>
      ) : null}
    </div>
  )
}

function NothingFits({ clear }: { clear: () => void }) {
  const { t } = useTranslation('shared')
  return (
    <p className={styles.tableNothing}>
      {t('table.nothingFits')}{' '}
      <button type="button" className="vx-linklike" onClick={clear}>
        {t('table.clearFilter')}
      </button>
    </p>
  )
}

/** Columns from a link, otherwise the person's saved ones; a change is saved and updates the link. */
function useColumns(name: string, state: TableState, change: (change: Partial<TableState>) => void) {
  const [savedColumns, saveColumns] = useSavedSetting<string>(`table.${name}.columns`, '')
  const savedIds = savedColumns ? parseValues(savedColumns) : undefined
  const choose = (ids: readonly string[] | undefined) => {
    saveColumns(formatValues(ids ?? []))
    if (state.columns) change({ columns: ids })
  }
  return { chosen: state.columns ?? savedIds, choose }
}
