import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { TFunction } from 'i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { FavouriteStar } from '../../shared/plant/FavouriteStar.tsx'
import { StatusTag } from '../../shared/status/StatusTag.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import type { ListLine } from '../../shared/table/table-parts.ts'
import { pathTo } from '../../site-map.ts'
import { AttentionText } from './AttentionText.tsx'
import { formatAttention } from './attention.ts'
import { LampsBar, PlantStatusBar } from './LampsBar.tsx'

export function placeOf({ address }: Pick<PlantSummary, 'address'>): string {
  return [`${address.street} ${address.housenumber}`.trim(), address.city].filter(Boolean).join(', ')
}

type Translate = TFunction<'plants'>
type Texts = {
  t: Translate
  state: (state: PlantSummary['condition']) => string
  /** Missing when the person has the same role in every plant; then no role is shown. */
  role?: ((role: PlantSummary['role']) => string) | undefined
}

/** Part of another column's cell, and a separate column in an export. */
const exportColumn = (id: string, header: string, value: (plant: PlantSummary) => string): Column<PlantSummary> => ({
  id,
  header,
  hidden: true,
  value,
  cell: () => null,
})

/** Columns of the plant list; their ids are the server's sort keys. */
export function plantColumns({ t, state, role }: Texts): Column<PlantSummary>[] {
  return [
    {
      id: 'state',
      header: t('column.state'),
      width: 130,
      value: ({ condition }) => condition,
      csv: ({ condition }) => state(condition),
      cell: ({ condition }) => <StatusTag state={condition} />,
    },
    {
      id: 'plantname',
      header: t('column.plant'),
      value: ({ plantname }) => plantname,
      cell: (plant) => (
        <span className="vx-plant-name">
          <FavouriteStar plant={plant} />
          <span className="vx-two-lines">
            <AppLink className="vx-plant-link" to={pathTo('plantOverview', { plantId: plant.plant_id })}>
              {plant.plantname}
            </AppLink>
            <span>{placeOf(plant)}</span>
          </span>
        </span>
      ),
    },
    exportColumn('address', t('column.address'), placeOf),
    {
      id: 'attention',
      header: t('column.attention'),
      sortable: false,
      value: ({ attention }) => formatAttention(attention, t).join('; '),
      cell: (plant) => <AttentionText plant={plant} />,
    },
    {
      id: 'units',
      header: t('column.units'),
      align: 'right',
      width: 88,
      sortable: false,
      value: ({ units }) => t('unitsOf', units),
      cell: ({ units }) =>
        units.connected < units.total ? <b>{t('unitsOf', units)}</b> : <span>{t('unitsOf', units)}</span>,
    },
    {
      id: 'lamps',
      header: t('column.lamps'),
      width: 160,
      value: ({ lamps }) => lamps,
      cell: (plant) => <LampsBar plant={plant} />,
    },
    {
      id: 'tier',
      header: role ? `${t('column.tier')} · ${t('column.role')}` : t('column.tier'),
      width: role ? 170 : 90,
      sortable: false,
      value: ({ tier }) => t(`tier.${tier}`),
      cell: (plant) => (
        <span className="vx-two-lines">
          <span>{t(`tier.${plant.tier}`)}</span>
          {role ? <span>{role(plant.role)}</span> : null}
        </span>
      ),
    },
    ...(role ? [exportColumn('role', t('column.role'), (plant) => role(plant.role))] : []),
    exportColumn('favourite', t('column.favourite'), ({ favourite }) => (favourite ? t('favourite') : '')),
  ]
}

export function plantLine(plant: PlantSummary, role?: Texts['role']): ListLine {
  return {
    title: plant.plantname,
    state: <StatusTag state={plant.condition} />,
    detail: [placeOf(plant), role?.(plant.role)].filter(Boolean).join(' · '),
    beside: <FavouriteStar plant={plant} />,
    more: (
      <span className="vx-plant-more">
        <AttentionText plant={plant} />
        <PlantStatusBar plant={plant} />
      </span>
    ),
  }
}
