import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../lazy.tsx'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FilterButton } from './FilterButton.tsx'
import { FilterChip } from './FilterChip.tsx'
import { localDebounceMs, SearchField, serverDebounceMs } from './SearchField.tsx'
import { TableSelects } from './TableSelects.tsx'
import { TableTools } from './TableTools.tsx'
import * as styles from './table.module.css'
import { withValue } from './table-filters.ts'
import type { ToolbarProps } from './table-parts.ts'

/** Separate code: most rows of chips have room. */
const ChipRoom = lazy(async () => (await import('./ChipRoom.tsx')).ChipRoom, { quiet: true })

/** Search, filters with the active ones, and other tools; on a phone one row to open search and tools. */
export function TableToolbar<Row>(parts: ToolbarProps<Row>) {
  const { props, state, total, filtered, phone } = parts
  const { t } = useTranslation('shared')
  const [isOpen, setOpen] = useState(state.search !== '')
  const filters = props.filters?.filter(({ icon }) => !icon)
  const isFolded = phone && (props.chips !== undefined || filters !== undefined)
  const filterParts = (
    <>
      {props.selects ? <TableSelects {...props.selects} /> : null}
      <FilterParts {...parts} filters={filters} />
    </>
  )
  return (
    <div className={styles.filterbar} data-part="filterbar">
      {isFolded ? (
        <div className={styles.filterbarRow}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('table.searchAndExport')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconSearch size={18} />
          </ActionIcon>
          {filterParts}
        </div>
      ) : (
        <>
          <Search {...parts} />
          {filterParts}
        </>
      )}
      {isFolded && isOpen ? <Search {...parts} /> : null}
      {filters ? <ActiveFilters {...parts} filters={filters} /> : null}
      {filtered && !props.remote ? (
        <span className={styles.filterCount} data-part="filter-count" role="status">
          {t('table.shownOf', { shown: total, count: props.rows.length })}
        </span>
      ) : null}
      <SortAgainButton moved={parts.moved} sortAgain={parts.sortAgain} />
      {isFolded && !isOpen ? null : <TableTools {...parts} />}
    </div>
  )
}

type FilterPartsProps<Row> = ToolbarProps<Row> & { filters: ToolbarProps<Row>['props']['filters'] }

function FilterParts<Row>({ filters, ...parts }: FilterPartsProps<Row>) {
  const { chips } = parts.props
  if (chips) return <Chips {...parts} chips={chips} filters={filters} />
  return filters ? <FilterButton {...parts} filters={filters} /> : null
}

function Search<Row>({ props, state, change }: ToolbarProps<Row>) {
  const { t } = useTranslation('shared')
  if (!props.searchText && (!props.remote || props.remote.searchable === false)) return null
  return (
    <SearchField
      value={state.search}
      placeholder={props.searchPlaceholder ?? t('search')}
      pauseMs={props.remote ? serverDebounceMs : localDebounceMs}
      onChange={(search) => change({ search })}
    />
  )
}

type ChipsProps<Row> = FilterPartsProps<Row> & { chips: NonNullable<ToolbarProps<Row>['props']['chips']> }

function Chips<Row>({ chips, filters, ...parts }: ChipsProps<Row>) {
  const { t } = useTranslation('shared')
  const { props, state, change, found, phone } = parts
  const row = useRef<HTMLFieldSetElement>(null)
  const [wasFull, setFull] = useState(false)
  useEffect(() => {
    const bar = row.current
    if (!bar || wasFull) return
    const observer = new ResizeObserver(() => setFull(bar.scrollWidth > bar.clientWidth))
    observer.observe(bar)
    return () => observer.disconnect()
  })
  const counted = chips.map(({ id, label, state: chipState, fits, count = found.filter(fits).length }) => ({
    id,
    label,
    state: chipState,
    count,
  }))
  return (
    <fieldset ref={row} className={styles.chips} data-part="chips" aria-label={t('table.filter')}>
      {filters && filters.length > 0 ? <FilterButton {...parts} filters={filters} /> : null}
      <PressedChips {...parts} />
      <FilterChip
        active={state.chip === ''}
        label={t('table.all')}
        count={props.remote ? props.remote.all : found.length}
        onClick={() => change({ chip: '' })}
      />
      {counted.map(({ id, ...chip }) => (
        <FilterChip
          key={id}
          {...chip}
          id={id}
          active={state.chip === id}
          onClick={() => change({ chip: state.chip === id ? '' : id })}
        />
      ))}
      {wasFull && !phone ? <ChipRoom chips={counted} active={state.chip} choose={(chip) => change({ chip })} /> : null}
    </fieldset>
  )
}

/** Filters as toggle buttons: shown when a row has the value, or while active. */
function PressedChips<Row>({ props, state, change }: ToolbarProps<Row>) {
  return (props.filters ?? []).flatMap((filter) =>
    Object.entries(filter.icon ? (filter.counts ?? {}) : {}).map(([value, count]) => {
      const active = state.filters?.[filter.id]?.includes(value) ?? false
      return count > 0 || active ? (
        <FilterChip
          key={`${filter.id} ${value}`}
          active={active}
          count={count}
          icon={filter.icon}
          label={filter.labelOf(value)}
          onClick={() => change({ filters: withValue(state.filters, filter.id, value) })}
        />
      ) : null
    }),
  )
}

function SortAgainButton({ moved, sortAgain }: { moved: number; sortAgain: () => void }) {
  const { t } = useTranslation('shared')
  if (moved === 0) return null
  return (
    <button type="button" className={styles.sortAgain} data-part="sort-again" onClick={sortAgain}>
      {t('table.sortAgain', { count: moved })}
    </button>
  )
}
