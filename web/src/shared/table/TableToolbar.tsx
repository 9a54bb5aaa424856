import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconDownload,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../feedback/toast.ts'
import { lookOf } from '../status/states.ts'
import { csvOf, download } from './csv.ts'
import type { Chip } from './table-model.ts'
import type { TableParts } from './table-parts.ts'

type ToolbarProps<Row> = TableParts<Row> & {
  found: readonly Row[]
  shown: readonly Row[]
  total: number
  filtered: boolean
  phone: boolean
  setCompact: (compact: boolean) => void
  /** Rows that would stand elsewhere if the table were sorted now. */
  moved: number
  sortAgain: () => void
}

export function TableToolbar<Row>(parts: ToolbarProps<Row>) {
  const { props, state, change, found, total, filtered } = parts
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
        <fieldset className="vx-chips" aria-label={t('table.filter')}>
          <FilterChip
            active={state.chip === ''}
            label={t('table.all')}
            count={props.remote ? props.remote.all : found.length}
            onClick={() => change({ chip: '' })}
          />
          {props.chips.map((chip) => (
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
      ) : null}
      {filtered && !props.remote ? (
        <span className="vx-filter-count" role="status">
          {t('table.shownOf', { shown: total, count: props.rows.length })}
        </span>
      ) : null}
      <SortAgain moved={parts.moved} sortAgain={parts.sortAgain} />
      <Tools {...parts} />
    </div>
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

function Tools<Row>({ props, shown, compact, setCompact, phone }: ToolbarProps<Row>) {
  const { t } = useTranslation('shared')
  const exportAll = async () => {
    const rows = props.remote ? await props.remote.exportRows() : shown
    download(`${props.name}.csv`, csvOf(rows, props.columns))
  }
  return (
    <span className="vx-filterbar-tools">
      {props.tools}
      {phone ? null : (
        <Tooltip label={compact ? t('table.defaultRows') : t('table.compactRows')}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={compact ? t('table.defaultRows') : t('table.compactRows')}
            onClick={() => setCompact(!compact)}
          >
            {compact ? <IconBaselineDensityMedium size={18} /> : <IconBaselineDensitySmall size={18} />}
          </ActionIcon>
        </Tooltip>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void exportAll().catch(toastFailure)}
      >
        CSV
      </Button>
    </span>
  )
}

type SearchProps = { value: string; placeholder: string; pauseMs: number; onChange: (text: string) => void }

/** Pause in typing after which the table follows: shorter where no server is asked, so that the answer feels at once. */
const remotePauseMs = 200
const ownPauseMs = 60

/** Types at once, filters a moment later, so that each letter does not redraw thousands of rows. */
function SearchField(props: SearchProps) {
  const { value, placeholder, pauseMs, onChange } = props
  const { t } = useTranslation('shared')
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, pauseMs, onChange])
  return (
    <TextInput
      className="vx-search"
      type="search"
      data-vx-search
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? (
          <ActionIcon size="sm" aria-label={t('table.clearSearch')} onClick={() => setText('')}>
            <IconX size={14} />
          </ActionIcon>
        ) : null
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

type FilterChipProps = {
  active: boolean
  label: string
  count: number | undefined
  state?: Chip<never>['state'] | undefined
  onClick: () => void
}

export function FilterChip({ active, label, count, state, onClick }: FilterChipProps) {
  const look = state ? lookOf(state) : undefined
  return (
    <button type="button" className="vx-chip" aria-pressed={active} onClick={onClick}>
      {look ? (
        <look.icon size={15} stroke={2} aria-hidden className={`vx-tone-${look.tone}`} color="var(--tone-text)" />
      ) : null}
      <span className="vx-chip-label">{label}</span>
      {count === undefined ? null : <b>{count}</b>}
      {active && state ? <IconX size={13} aria-hidden /> : null}
    </button>
  )
}
