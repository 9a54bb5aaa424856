import type { EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import type { EnergyShare } from '@vigilux/contract/features/energy/energy-costs.ts'
import {
  formatKwh,
  lampHours,
  shareFormat,
  shareIn,
  tableDecimals,
  toKwh,
  visibleShares,
} from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as styles from './energy.module.css'

type SharesProps = { period: EnergyPeriod; date: string | undefined }
const sortByUse = { column: 'used', descending: true }

/** Energy of each monitoring zone, and of lamps outside all zones; together they make up the total. */
export function EnergyShares(props: SharesProps) {
  const { t } = useTranslation('energy')
  return (
    <section aria-label={t('shares.title')}>
      <AnswerBoundary>
        <SharesTable {...props} />
      </AnswerBoundary>
    </section>
  )
}

function SharesTable({ period, date }: SharesProps) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { used: totalUsed, shares } = useAnswer('getEnergyShares', { plantId, period, ...(date && { date }) })
  const { measure, percent, number } = useFormats()
  const [, change] = useSearchParams()
  const nameOf = ({ zone }: EnergyShare) => zone?.name ?? t('shares.none')
  const shareOf = (row: EnergyShare) => shareIn(row, totalUsed)
  const formatShare = (row: EnergyShare) => {
    const ownShare = shareOf(row)
    return ownShare === null ? '–' : number(ownShare, shareFormat)
  }
  const saved = ({ saved: wh, percent: percentSaved }: EnergyShare) =>
    wh === null
      ? '–'
      : [formatKwh(measure, wh), percentSaved === null ? null : percent(Math.round(percentSaved))]
          .filter(Boolean)
          .join(' · ')
  const shown = visibleShares(shares)
  return (
    <>
      <div className={layoutStyles.cardHead}>
        <h2>{t('shares.title')}</h2>
        <span>{t('shares.sum', { used: formatKwh(measure, totalUsed) })}</span>
      </div>
      <DataTable
        name="energy-shares"
        param="shares"
        label={t('shares.title')}
        rows={shown}
        columns={[
          { id: 'zone', header: t('word.zone'), cell: (row) => <b>{nameOf(row)}</b>, value: nameOf, cut: true },
          {
            id: 'lamps',
            header: t('word.lamps'),
            align: 'right',
            cell: ({ lamps }) => lamps,
            value: ({ lamps }) => lamps,
          },
          {
            id: 'used',
            header: t('usedKwh'),
            align: 'right',
            cell: ({ used }) => (used === null ? '–' : number(used / 1_000, { maximumFractionDigits: tableDecimals })),
            value: ({ used }) => toKwh(used),
          },
          { id: 'share', header: t('shares.share'), align: 'right', cell: formatShare, value: shareOf },
          {
            id: 'missing',
            header: t('missingHours'),
            align: 'right',
            cell: ({ missing }) => (missing > 0 ? number(lampHours(missing)) : ''),
            value: ({ missing }) => lampHours(missing),
          },
          {
            id: 'saved',
            header: t('shares.saved'),
            align: 'right',
            cell: saved,
            value: ({ saved: wh }) => toKwh(wh),
          },
          { id: 'trend', header: t('shares.trend'), cell: ({ days }) => <Trend days={days} /> },
        ]}
        rowKey={({ zone }) => zone?.id ?? ''}
        searchText={nameOf}
        defaultSort={sortByUse}
        onOpen={({ zone }) => zone && change({ zone: zone.id })}
        listLine={(row) => ({ title: nameOf(row), detail: formatShare(row), value: formatKwh(measure, row.used) })}
        empty={null}
      />
    </>
  )
}

const box = { width: 110, height: 26 }

/** The days of the period as a line, broken where data is missing. */
function Trend({ days }: { days: readonly (number | null)[] }) {
  const maxDayUse = Math.max(1, ...days.map((day) => day ?? 0))
  const x = (at: number) => (at / Math.max(1, days.length - 1)) * box.width
  const y = (wh: number) => box.height - 2 - (wh / maxDayUse) * (box.height - 4)
  const path = days
    .map((wh, at) => (wh === null ? '' : `${days[at - 1] == null ? 'M' : 'L'}${x(at).toFixed(1)} ${y(wh).toFixed(1)}`))
    .join('')
  return (
    <svg className={styles.energyTrend} width={box.width} height={box.height} aria-hidden>
      <path d={path} />
    </svg>
  )
}
