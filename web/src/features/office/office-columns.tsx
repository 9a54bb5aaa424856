import type { OfficePlant } from '@vigilux/contract/features/office/office-plant.ts'
import { displayedProDay } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import type { TFunction } from 'i18next'
import { formatsFor, type PlainFormats } from '../../shared/format/format.ts'
import type { Language } from '../../shared/i18n/languages.ts'
import { AppLink } from '../../shared/navigation.tsx'
import * as plantLinkStyles from '../../shared/plant/plant-link.module.css'
import { StatusTag } from '../../shared/status/StatusTag.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { OwnCell, type OwnField } from './OwnCell.tsx'
import * as styles from './office.module.css'

type Texts = {
  t: TFunction<'office'>
  tier: (plant: OfficePlant) => string
  state: (plant: OfficePlant) => string
  formats: PlainFormats
  language: Language
}

const placeOf = ({ city, prov, country }: OfficePlant): string =>
  [city && prov ? `${city} (${prov})` : city, country].filter(Boolean).join(', ')

/** The installer, and whether no administrator of the plant is active. */
const installerOf = ({ installer, administratorGap }: OfficePlant, t: Texts['t']): string =>
  [installer, administratorGap ? t('noAdministrator') : ''].filter(Boolean).join(' · ')

const ownColumn = (t: Texts['t'], id: OwnField, extra: Partial<Column<OfficePlant>> = {}): Column<OfficePlant> => ({
  id,
  header: t(`own.${id}`),
  sortable: false,
  value: (plant) => plant.own[id],
  cell: (plant) => <OwnCell plant={plant} field={id} />,
  ...extra,
})

/** Columns of the offices' lists; ids of sortable columns are the server's sort keys. */
export function officeColumns({ t, tier, state, formats: { number }, language }: Texts): Column<OfficePlant>[] {
  const until = (plant: OfficePlant) => {
    const day = displayedProDay(plant)
    return day ? formatsFor(language, plant.timezone).date(day) : ''
  }
  return [
    {
      id: 'state',
      header: t('word.state'),
      width: 120,
      value: ({ condition }) => condition,
      csv: state,
      cell: ({ condition }) => <StatusTag state={condition} />,
    },
    {
      id: 'plantname',
      header: t('word.plant'),
      width: 180,
      value: ({ plantname }) => plantname,
      cell: (plant) => (
        <b>
          <AppLink className={plantLinkStyles.plantLink} to={pathTo('plantOverview', { plantId: plant.plant_id })}>
            {plant.plantname}
          </AppLink>
        </b>
      ),
    },
    { id: 'city', header: t('column.place'), cut: true, value: placeOf, cell: placeOf },
    {
      id: 'installer',
      header: t('column.installer'),
      cut: true,
      sortable: false,
      value: (plant) => installerOf(plant, t),
      cell: (plant) => installerOf(plant, t) || '–',
    },
    {
      id: 'expiry',
      header: t('column.tier'),
      value: (plant) => [tier(plant), until(plant)].filter(Boolean).join(' '),
      cell: (plant) => (
        <span className={styles.officeTier}>
          {tier(plant)} <span className="vx-quiet">{until(plant)}</span>
        </span>
      ),
    },
    {
      id: 'units',
      header: t('word.units'),
      align: 'right',
      value: ({ units }) => units.total,
      cell: ({ units }) =>
        units.connected < units.total ? <b>{t('word.connectedOfTotal', units)}</b> : <span>{number(units.total)}</span>,
    },
    {
      id: 'lamps',
      header: t('word.lamps'),
      align: 'right',
      value: ({ lamps }) => lamps,
      cell: ({ lamps }) => number(lamps),
    },
    {
      id: 'notOk',
      header: t('column.notOk'),
      align: 'right',
      value: ({ not_ok }) => not_ok,
      cell: ({ not_ok }) => (not_ok > 0 ? <b>{number(not_ok)}</b> : <span className="vx-quiet">0</span>),
    },
    ownColumn(t, 'contract'),
    ownColumn(t, 'chain', { optional: true }),
    ownColumn(t, 'note', { cut: true }),
  ]
}

export const officeLine = (plant: OfficePlant, { t, formats }: Pick<Texts, 't' | 'formats'>) => ({
  title: plant.plantname,
  state: <StatusTag state={plant.condition} />,
  detail: [placeOf(plant), installerOf(plant, t)].filter(Boolean).join(' · '),
  value: plant.not_ok > 0 ? t('notOk', { count: plant.not_ok, number: formats.number(plant.not_ok) }) : '',
  more: plant.own.note || undefined,
})
