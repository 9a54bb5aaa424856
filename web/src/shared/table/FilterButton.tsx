import { Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../feedback/Loading.tsx'
import { lazy, useLatched } from '../lazy.tsx'
import * as styles from './table.module.css'
import { type Filter, type FilterOption, optionsOf, withValue } from './table-filters.ts'
import { rowsOfOtherFilters } from './table-model.ts'
import type { ToolbarProps } from './table-parts.ts'

const FilterSheet = lazy(async () => (await import('./FilterSheet.tsx')).FilterSheet)
const FilterPanel = lazy(async () => (await import('./FilterPanel.tsx')).FilterPanel, {
  meanwhile: <LoadingRows rows={4} />,
})

type FilterButtonProps<Row> = Pick<ToolbarProps<Row>, 'state' | 'change' | 'phone' | 'locale'> & {
  props: Pick<ToolbarProps<Row>['props'], 'rows' | 'columns' | 'chips' | 'searchText'>
  filters: readonly Filter<Row>[]
}

/** Opens the table's filters: next to the button, on a phone as a sheet. */
export function FilterButton<Row>(parts: FilterButtonProps<Row>) {
  const { filters, state, change, props, phone, locale } = parts
  const { t } = useTranslation('shared')
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useLatched(isOpen)
  const activeCount = filters.reduce((sum, { id }) => sum + (state.filters?.[id]?.length ?? 0), 0)
  const button = (
    <button
      type="button"
      className={styles.chip}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-pressed={activeCount > 0}
      onClick={() => setOpen(!isOpen)}
    >
      <IconFilter size={15} aria-hidden />
      <span className={styles.chipLabel}>{t('table.filters')}</span>
      {activeCount > 0 ? <b>{activeCount}</b> : null}
    </button>
  )
  const options = (id: string): FilterOption[] => {
    const filter = filters.find((one) => one.id === id)
    if (!filter) return []
    const facts = { columns: props.columns, chips: props.chips, filters, searchText: props.searchText }
    return optionsOf(rowsOfOtherFilters(props.rows, id, state, facts), filter, state.filters, locale)
  }
  const panel = {
    parts: filters.map(({ id, label }) => ({ id, label, chosen: state.filters?.[id] ?? [] })),
    options,
    toggle: (id: string, value: string) => change({ filters: withValue(state.filters, id, value) }),
  }
  if (phone)
    return (
      <>
        {button}
        {wasOpened ? <FilterSheet {...panel} opened={isOpen} onClose={() => setOpen(false)} /> : null}
      </>
    )
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('table.filters')} p={0}>
        <FilterPanel {...panel} />
      </Popover.Dropdown>
    </Popover>
  )
}
