import { useTranslation } from 'react-i18next'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FilterButton } from './FilterButton.tsx'
import { FilterChip } from './FilterChip.tsx'
import { ownPauseMs, remotePauseMs, SearchField } from './SearchField.tsx'
import { TableTools } from './TableTools.tsx'
import type { ToolbarProps } from './table-parts.ts'

/** What narrows the table down, with what it is narrowed to, and what else can be done with it. */
export function TableToolbar<Row>(parts: ToolbarProps<Row>) {
  const { props, state, change, total, filtered } = parts
  const { t } = useTranslation('shared')
  return (
    <div className="vx-filterbar vx-no-print">
      {props.searchText || (props.remote && props.remote.searchable !== false) ? (
        <SearchField
          value={state.search}
          placeholder={props.searchPlaceholder ?? t('search')}
          pauseMs={props.remote ? remotePauseMs : ownPauseMs}
          onChange={(search) => change({ search })}
        />
      ) : null}
      {props.chips ? (
        <Chips {...parts} chips={props.chips} />
      ) : props.filters ? (
        <FilterButton {...parts} filters={props.filters} />
      ) : null}
      {props.filters ? <ActiveFilters {...parts} filters={props.filters} /> : null}
      {filtered && !props.remote ? (
        <span className="vx-filter-count" role="status">
          {t('table.shownOf', { shown: total, count: props.rows.length })}
        </span>
      ) : null}
      <SortAgain moved={parts.moved} sortAgain={parts.sortAgain} />
      <TableTools {...parts} />
    </div>
  )
}

type ChipsProps<Row> = ToolbarProps<Row> & { chips: NonNullable<ToolbarProps<Row>['props']['chips']> }

function Chips<Row>({ chips, ...parts }: ChipsProps<Row>) {
  const { t } = useTranslation('shared')
  const { props, state, change, found } = parts
  return (
    <fieldset className="vx-chips" aria-label={t('table.filter')}>
      {props.filters ? <FilterButton {...parts} filters={props.filters} /> : null}
      <FilterChip
        active={state.chip === ''}
        label={t('table.all')}
        count={props.remote ? props.remote.all : found.length}
        onClick={() => change({ chip: '' })}
      />
      {chips.map((chip) => (
        <FilterChip
          key={chip.id}
          state={chip.state}
          active={state.chip === chip.id}
          label={chip.label}
          count={chip.count ?? found.filter(chip.fits).length}
          onClick={() => change({ chip: state.chip === chip.id ? '' : chip.id })}
        />
      ))}
    </fieldset>
  )
}

function SortAgain({ moved, sortAgain }: { moved: number; sortAgain: () => void }) {
  const { t } = useTranslation('shared')
  if (moved === 0) return null
  return (
    <button type="button" className="vx-sort-again" onClick={sortAgain}>
      {t('table.sortAgain', { count: moved })}
    </button>
  )
}
