import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale } from '../i18n/languages.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useSteadyRows } from './steady-rows.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableList } from './TableList.tsx'
import { TablePages } from './TablePages.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { pageOf, shownRows, virtualFrom } from './table-model.ts'
import type { DataTableProps } from './table-parts.ts'
import { useTableState } from './table-state.ts'
import './table.css'

/** Search, sort, filter, paging or virtual rows, selection and export; all of it kept in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('shared')
  const locale = formatLocale(useLanguage())
  const phone = useMediaQuery('(max-width: 47.49em)', false, { getInitialValueInEffect: false })
  const [state, change] = useTableState(props.param, props.defaultSort)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [compact, setCompact] = useLocalStorage({ key: `vigilux.compact.${props.name}`, defaultValue: false })
  const { rows, columns, chips, searchText, remote } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: state is made anew from these on every render
  const { found, shown } = useMemo(
    () => (remote ? { found: rows, shown: rows } : shownRows(rows, state, { columns, chips, searchText }, locale)),
    [
      rows,
      columns,
      chips,
      searchText,
      remote,
      locale,
      state.search,
      state.chip,
      state.sort?.column,
      state.sort?.descending,
    ],
  )
  const order = [state.search, state.chip, state.sort?.column, state.sort?.descending].join('\n')
  const steady = useSteadyRows({ rows, fresh: shown, keyOf: props.rowKey, order, live: !remote })
  const total = remote?.total ?? shown.length
  const virtual = !remote && shown.length > virtualFrom
  const visible = virtual || remote ? { rows: steady.rows } : pageOf(steady.rows, state.page)
  const chosen = rows.filter((row) => selected.has(props.rowKey(row)))
  const filtered = state.search !== '' || state.chip !== ''
  const selectable = props.selectionActions !== undefined

  if (rows.length === 0 && !filtered) return props.empty
  const parts = {
    props,
    state,
    change,
    rows: visible.rows,
    virtual,
    selected,
    setSelected,
    selectable,
    compact,
    unfit: steady.unfit,
  }
  return (
    <div className="vx-table">
      <TableToolbar
        {...parts}
        found={found}
        shown={shown}
        total={total}
        setCompact={setCompact}
        filtered={filtered}
        moved={steady.moved}
        sortAgain={steady.sortAgain}
        phone={phone}
      />
      {steady.rows.length === 0 ? (
        <p className="vx-table-nothing">
          {t('table.nothingFits')}{' '}
          <button type="button" className="vx-linklike" onClick={() => change({ search: '', chip: '' })}>
            {t('table.clearFilter')}
          </button>
        </p>
      ) : phone ? (
        <TableList {...parts} />
      ) : (
        <TableGrid {...parts} props={{ ...props, columns: columns.filter(({ hidden }) => !hidden) }} />
      )}
      {virtual ? null : <TablePages page={state.page} total={total} onPage={(page) => change({ page })} />}
      {chosen.length > 0 && props.selectionActions ? (
        <SelectionBar
          count={chosen.length}
          all={shown.length}
          onAll={() => setSelected(new Set(shown.map(props.rowKey)))}
          onClear={() => setSelected(new Set())}
        >
          {props.selectionActions(chosen, () => setSelected(new Set()))}
        </SelectionBar>
      ) : null}
    </div>
  )
}
