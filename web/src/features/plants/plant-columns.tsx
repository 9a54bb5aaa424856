import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { formatAttention } from '../../shared/plant/attention-text.ts'
import { FavouriteStar } from '../../shared/plant/FavouriteStar.tsx'
import * as plantLinkStyles from '../../shared/plant/plant-link.module.css'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { StatusTag } from '../../shared/status/StatusTag.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import type { ListLine } from '../../shared/table/table-parts.ts'
import { pathTo } from '../../site-map.ts'
import { ComplianceCell, NextTestCell } from './OutlookCells.tsx'
import * as styles from './plants.module.css'

/** OK first, then worst first, as in every row of counts. */
function countsOf({ counts }: PlantSummary) {
  return (['ok', ...conditions.filter((name) => name !== 'ok')] as const).map((state) => ({
    state,
    count: counts[state],
  }))
}

function PlantStatusBar({ plant }: { plant: PlantSummary }) {
  return plant.lamps > 0 ? <StatusBar counts={countsOf(plant)} /> : null
}

/** Number of lamps, number in a bad state, and proportions. */
function LampsBar({ plant }: { plant: PlantSummary }) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const lampsNotOk = plant.lamps - plant.counts.ok
  return (
    <span className={styles.lamps}>
      <span className={styles.lampsWords}>
        <b>{number(plant.lamps)}</b>
        {lampsNotOk > 0 ? <span>{t('notOk', { count: lampsNotOk, number: number(lampsNotOk) })}</span> : null}
      </span>
      <PlantStatusBar plant={plant} />
    </span>
  )
}

const shown = 2

/** The worst causes in words, and the number of others. */
function AttentionText({ plant }: { plant: PlantSummary }) {
  const { t } = useTranslation('plants')
  const causes = formatAttention(plant.attention, t)
  if (causes.length === 0)
    return (
      <span className={`vx-hint ${styles.plantNone}`}>
        {plant.units.total === 0 ? t('attention.noUnits') : t('attention.nothing')}
      </span>
    )
  const moreCauses = causes.length - shown
  return (
    <span className={styles.causes} title={causes.join('\n')}>
      {causes.slice(0, shown).join('; ')}
      {moreCauses > 0 ? ` ${t('attention.more', { count: moreCauses })}` : ''}
    </span>
  )
}

export function placeOf({ address }: Pick<PlantSummary, 'address'>): string {
  return [`${address.street} ${address.housenumber}`.trim(), address.city].filter(Boolean).join(', ')
}

type Translate = TFunction<'plants'>
type LineTexts = Pick<Texts, 't' | 'listed'> & {
  /** The line stands beneath a heading with its state. */
  hasHeading: boolean
}
type Texts = {
  t: Translate
  state: (state: PlantSummary['condition']) => string
  /** Ids of the plants of the list; missing for archived plants, which have no outlook. */
  listed?: readonly string[] | undefined
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
export function plantColumns({ t, state, role, listed }: Texts): Column<PlantSummary>[] {
  return [
    {
      id: 'state',
      header: t('word.state'),
      width: 112,
      value: ({ condition }) => condition,
      csv: ({ condition }) => state(condition),
      cell: ({ condition }) => <StatusTag state={condition} />,
    },
    {
      id: 'plantname',
      header: t('word.plant'),
      cut: true,
      value: ({ plantname }) => plantname,
      cell: (plant) => (
        <span className={styles.plantName}>
          <FavouriteStar plant={plant} />
          <span className={`${tableStyles.twoLines} ${styles.plantLines}`}>
            <AppLink className={plantLinkStyles.plantLink} to={pathTo('plantOverview', { plantId: plant.plant_id })}>
              {plant.plantname}
            </AppLink>
            <span>{placeOf(plant)}</span>
          </span>
        </span>
      ),
    },
    exportColumn('address', t('word.address'), placeOf),
    {
      id: 'attention',
      header: t('word.needsAttention'),
      cut: true,
      width: '17%',
      sortable: false,
      value: ({ attention }) => formatAttention(attention, t).join('; '),
      cell: (plant) =>
        plant.attention.length > 0 ? (
          <AppLink className={styles.outlook} to={pathTo('attention', {}, { plant: plant.plant_id })}>
            <AttentionText plant={plant} />
          </AppLink>
        ) : (
          <AttentionText plant={plant} />
        ),
    },
    ...(listed
      ? [
          {
            id: 'compliance',
            header: t('owner.compliance'),
            width: 'clamp(148px, 11.5vw, 164px)',
            cell: (plant: PlantSummary) => <ComplianceCell plant={plant} listed={listed} />,
          },
          {
            id: 'nextTest',
            header: t('owner.nextTest'),
            width: 144,
            cell: (plant: PlantSummary) => <NextTestCell plant={plant} listed={listed} />,
          },
        ]
      : []),
    {
      id: 'units',
      header: t('word.units'),
      align: 'right',
      width: 64,
      sortable: false,
      value: ({ units }) => t('word.connectedOfTotal', units),
      cell: ({ units }) =>
        units.connected < units.total ? <b>{t('word.connectedOfTotal', units)}</b> : <span>{units.total}</span>,
    },
    {
      id: 'lamps',
      header: t('word.lamps'),
      width: 'clamp(108px, 9vw, 130px)',
      value: ({ lamps }) => lamps,
      cell: (plant) => <LampsBar plant={plant} />,
    },
    {
      id: 'tier',
      optional: true,
      header: role ? `${t('column.tier')} · ${t('column.role')}` : t('column.tier'),
      width: role ? 170 : 90,
      sortable: false,
      value: ({ tier }) => t(`tier.${tier}`),
      cell: (plant) => (
        <span className={`${tableStyles.twoLines} ${styles.plantLines}`}>
          <span>{t(`tier.${plant.tier}`)}</span>
          {role ? <span>{role(plant.role)}</span> : null}
        </span>
      ),
    },
    ...(role ? [exportColumn('role', t('column.role'), (plant) => role(plant.role))] : []),
    exportColumn('favourite', t('column.favourite'), ({ favourite }) => (favourite ? t('favourite') : '')),
  ]
}

/**
 * A row on the phone: three lines for a plant with causes, otherwise two. An OK plant below a heading has its number
 * of lamps in place of its state. Archived plants have no outlook.
 */
export function plantLine(plant: PlantSummary, { t, listed, hasHeading }: LineTexts): ListLine {
  const isOk = plant.condition === 'ok'
  const hasCauses = !isOk && (plant.attention.length > 0 || plant.units.total === 0)
  const outlook = listed ? (
    <span className={styles.plantOutlook}>
      <ComplianceCell plant={plant} listed={listed} plain />
      <NextTestCell plant={plant} listed={listed} plain />
    </span>
  ) : null
  return {
    title: plant.plantname,
    state:
      isOk && hasHeading ? (
        <span className="vx-hint">{t('word.lampCount', { count: plant.lamps })}</span>
      ) : (
        <StatusTag state={plant.condition} />
      ),
    detail: hasCauses ? <AttentionText plant={plant} /> : (outlook ?? placeOf(plant)),
    more: hasCauses ? outlook : null,
  }
}
