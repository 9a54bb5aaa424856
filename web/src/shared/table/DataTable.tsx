import { useTranslation } from 'react-i18next'
import { usePhone } from '../layout/use-phone.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { ShownRows } from './shown-rows.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableList } from './TableList.tsx'
import { TablePages } from './TablePages.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { formatValues, parseValues } from './table-filters.ts'
import { isFiltered, type TableState, visibleColumns } from './table-model.ts'
import type { DataTableProps } from './table-parts.ts'
import { useTableState } from './table-state.ts'
import { useSavedSetting } from './use-saved-setting.ts'
import { useSelectAll } from './use-select-all.ts'
import { useSelection } from './use-selection.ts'
import { useTableRows } from './use-table-rows.ts'
import './table.css'

/** Search, sort, filter, paging or virtual rows, selection, columns and export; the view is in the address. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const phone = usePhone()
  const filterIds = given.filters?.map(({ id }) => id)
  const [state, change] = useTableState(given.param, given.defaultSort, filterIds)
  const [compact, setCompact] = useSavedSetting<boolean>(`table.${given.name}.compact`, true)
  const columns = useColumns(given.name, state, change)
  const { rowKey, locale, found, shown, steady, virtual, visible, total } = useTableRows(given, state)
  const selection = useSelection({ rows: given.rows, shown, visible, rowKey })
  const selectable = given.selection !== undefined
  const table = useSelectAll(selectable ? selection.selectShown : undefined)
  const filtered = isFiltered(state)
  if (given.rows.length === 0 && !filtered) return given.empty
  const parts = {
    props: { ...given, rowKey },
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
  const clear = () =>
    change({ search: '', chip: '', filters: Object.fromEntries((filterIds ?? []).map((id) => [id, []])) })
  return (
    <div ref={table} className="vx-table">
      <TableToolbar
        {...parts}
        columns={columns}
        found={found}
        shown={shown}
        total={total}
        locale={locale}
        setCompact={setCompact}
        filtered={filtered}
        clear={clear}
        moved={steady.moved}
        sortAgain={steady.sortAgain}
        phone={phone}
      />
      {steady.rows.length === 0 ? (
        <NothingFits clear={clear} />
      ) : phone ? (
        <TableList {...parts} />
      ) : (
        <ShownRows value={steady.rows}>
          <TableGrid {...parts} props={{ ...parts.props, columns: visibleColumns(given.columns, columns.chosen) }} />
        </ShownRows>
      )}
      {virtual ? null : <TablePages page={state.page} total={total} onPage={(page) => change({ page })} />}
      {selection.chosen.length > 0 && given.selection ? (
        <SelectionBar
          count={selection.chosen.length}
          unseen={selection.unseen}
          all={shown.length}
          onAll={selection.addShown}
          onClear={selection.clear}
        >
          {given.selection.actions(selection.chosen, selection.clear)}
        </SelectionBar>
      ) : null}
    </div>
  )
}

function NothingFits({ clear }: { clear: () => void }) {
  const { t } = useTranslation('shared')
  return (
    <p className="vx-table-nothing">
      {t('table.nothingFits')}{' '}
      <button type="button" className="vx-linklike" onClick={clear}>
        {t('table.clearFilter')}
      </button>
    </p>
  )
}

/** Columns from a link, otherwise the person's saved ones; a change is saved and updates the link. */
function useColumns(name: string, state: TableState, change: (change: Partial<TableState>) => void) {
  const [kept, keep] = useSavedSetting<string>(`table.${name}.columns`, '')
  const own = kept ? parseValues(kept) : undefined
  const choose = (ids: readonly string[] | undefined) => {
    keep(formatValues(ids ?? []))
    if (state.columns) change({ columns: ids })
  }
  return { chosen: state.columns ?? own, choose }
}
