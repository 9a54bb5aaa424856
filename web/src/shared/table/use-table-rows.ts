import { useMemo } from 'react'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale } from '../i18n/languages.ts'
import { useIsPrinting } from '../use-is-printing.ts'
import { memoizeByRow } from './memoize-by-row.ts'
import { useSteadyRows } from './steady-rows.ts'
import { computeShownRows, pageOf, type TableState, virtualizeFrom } from './table-model.ts'
import type { DataTableProps } from './table-parts.ts'

/** The rows to render: the matching ones in stable order, and of one page. */
export function useTableRows<Row>(props: DataTableProps<Row>, state: TableState, phone: boolean) {
  const locale = formatLocale(useLanguage())
  const { rows, columns, chips, filters, searchText, remote } = props
  const rowKey = memoizeByRow(props.rowKey)
  const orderKey = JSON.stringify([state.search, state.chip, state.sort, state.filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is created on every render; `orderKey` says what it is
  const { found, shown } = useMemo(
    () =>
      remote
        ? { found: rows, shown: rows }
        : computeShownRows(rows, state, { columns, chips, filters, searchText }, locale),
    [rows, columns, chips, filters, searchText, remote, locale, orderKey],
  )
  const steadyRows = useSteadyRows({
    rows,
    fresh: shown,
    keyOf: rowKey,
    order: orderKey,
    live: (!remote || remote.steady === true) && !props.growing,
  })
  // Print shows all rows of a list.
  const isPrinting = useIsPrinting()
  const isWhole = phone && props.listForm !== undefined
  const isVirtual = !remote && !isPrinting && (isWhole || shown.length > virtualizeFrom)
  const visibleRows = isVirtual || isPrinting || remote ? steadyRows.rows : pageOf(steadyRows.rows, state.page).rows
  return {
    rowKey,
    locale,
    found,
    shown,
    steady: steadyRows,
    virtual: isVirtual,
    visible: visibleRows,
    total: remote?.total ?? shown.length,
  }
}
