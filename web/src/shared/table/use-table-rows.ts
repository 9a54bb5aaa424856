import { useMemo } from 'react'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale } from '../i18n/languages.ts'
import { memoizeByRow } from './memoize-by-row.ts'
import { useSteadyRows } from './steady-rows.ts'
import { computeShownRows, pageOf, type TableState, virtualizeFrom } from './table-model.ts'
import type { DataTableProps } from './table-parts.ts'

/** The rows to render: the matching ones in stable order, and of one page. */
export function useTableRows<Row>(props: DataTableProps<Row>, state: TableState) {
  const locale = formatLocale(useLanguage())
  const { rows, columns, chips, filters, searchText, remote } = props
  const rowKey = memoizeByRow(props.rowKey)
  const asked = JSON.stringify([state.search, state.chip, state.sort, state.filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is created on every render; `asked` says what it is
  const { found, shown } = useMemo(
    () =>
      remote
        ? { found: rows, shown: rows }
        : computeShownRows(rows, state, { columns, chips, filters, searchText }, locale),
    [rows, columns, chips, filters, searchText, remote, locale, asked],
  )
  const steady = useSteadyRows({ rows, fresh: shown, keyOf: rowKey, order: asked, live: !remote && !props.growing })
  const virtual = !remote && shown.length > virtualizeFrom
  const visible = virtual || remote ? steady.rows : pageOf(steady.rows, state.page).rows
  return { rowKey, locale, found, shown, steady, virtual, visible, total: remote?.total ?? shown.length }
}
