import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { ActiveFilters } from '../../shared/table/ActiveFilters.tsx'
import { FilterButton } from '../../shared/table/FilterButton.tsx'
import { FilterChip } from '../../shared/table/FilterChip.tsx'
import { SearchField, serverDebounceMs } from '../../shared/table/SearchField.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { useTableState } from '../../shared/table/table-state.ts'
import { PlantsMap } from '../plants-map/index.ts'
import { ListOrMap } from './ListOrMap.tsx'
import { plantLine } from './plant-columns.tsx'
import { plantFilters, worstFirst } from './plants.reads.ts'
import { useFilters } from './use-filters.ts'

type PlantsOnMapProps = {
  list: ActionOutput<'getAllPlants'>
  question: ActionInput<'getAllPlants'>
  /** Whether this page can switch to a list of plants. */
  hasList?: boolean
}

/** The selected plants on a map, with the same filters as the list. */
export function PlantsOnMap({ list, question, hasList = false }: PlantsOnMapProps) {
  const { t } = useTranslation('plants')
  const [state, change] = useTableState('', worstFirst, plantFilters)
  const filters = useFilters(list)
  const locale = useLanguage()
  const phone = usePhone()
  const clearFilters = () =>
    change({ search: '', chip: '', filters: Object.fromEntries(plantFilters.map((id) => [id, []])) })
  const { sort: _sort, descending: _descending, page: _page, pageSize: _size, ...chosen } = question
  return (
    <div className={tableStyles.table}>
      <div className={`${tableStyles.filterbar} vx-no-print`} data-part="filterbar">
        <SearchField
          value={state.search}
          placeholder={t('search')}
          pauseMs={serverDebounceMs}
          onChange={(search) => change({ search })}
        />
        <fieldset className={tableStyles.chips} data-part="chips" aria-label={t('table.filter')}>
          <FilterButton
            state={state}
            change={change}
            phone={phone}
            locale={locale}
            filters={filters}
            props={{ rows: list.plants, columns: [] }}
          />
          <FilterChip
            active={state.chip === ''}
            label={t('table.all')}
            count={list.totals.plants}
            onClick={() => change({ chip: '' })}
          />
          {conditions
            .filter((name) => list.conditions[name] > 0 || name === state.chip)
            .map((name) => (
              <FilterChip
                key={name}
                state={name}
                active={state.chip === name}
                label={t(`state.${name}`)}
                count={list.conditions[name]}
                onClick={() => change({ chip: state.chip === name ? '' : name })}
              />
            ))}
        </fieldset>
        <ActiveFilters state={state} change={change} clear={clearFilters} filters={filters} />
        {hasList ? <ListOrMap /> : null}
      </div>
      <PlantsMap question={chosen} line={(plant) => plantLine(plant, { t, hasHeading: false })} />
    </div>
  )
}
