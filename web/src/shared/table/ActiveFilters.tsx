import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as styles from './table.module.css'
import { type Filter, withValue } from './table-filters.ts'
import { countFilters } from './table-model.ts'
import type { ToolbarProps } from './table-parts.ts'

/** The active filters of a table, each removable, and all together. */
export function ActiveFilters<Row>({
  state,
  change,
  filters,
  clear,
}: Pick<ToolbarProps<Row>, 'state' | 'change' | 'clear'> & { filters: readonly Filter<Row>[] }) {
  const { t } = useTranslation('shared')
  const active = filters.flatMap((filter) => (state.filters?.[filter.id] ?? []).map((value) => ({ filter, value })))
  if (active.length === 0) return null
  return (
    <>
      {active.map(({ filter, value }) => {
        const filterText = t('table.filterIs', { filter: filter.label, value: filter.labelOf(value) })
        return (
          <button
            key={`${filter.id} ${value}`}
            type="button"
            className={`${styles.chip} ${styles.chipActive}`}
            aria-label={t('table.removeFilter', { filter: filterText })}
            onClick={() => change({ filters: withValue(state.filters, filter.id, value) })}
          >
            <span className={styles.chipLabel} title={filterText}>
              {filterText}
            </span>
            <IconX size={13} aria-hidden />
          </button>
        )
      })}
      {countFilters(state) > 1 ? (
        <button type="button" className="vx-linklike" onClick={clear}>
          {t('table.clearFilters')}
        </button>
      ) : null}
    </>
  )
}
