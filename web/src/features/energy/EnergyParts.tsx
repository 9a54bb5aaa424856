import type { EnergyAnswer, EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import { type EnergyRow, tableDecimals, toEnergyRows } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { EnergyChart } from './EnergyChart.tsx'

/** Short and long names for the parts of a period. */
function usePartNames(period: EnergyPeriod, timeZone: string) {
  const locale = formatLocale(useLanguage())
  const { bareTime, dateTime } = useFormats(timeZone)
  if (period === 'day') return { short: bareTime, long: dateTime }
  const formatterOf = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    return (start: string) => format.format(new Date(start))
  }
  if (period === 'year')
    return { short: formatterOf({ month: 'short' }), long: formatterOf({ month: 'long', year: 'numeric' }) }
  const longFormat = formatterOf({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return {
    short: formatterOf(period === 'week' ? { weekday: 'short', day: 'numeric' } : { day: 'numeric' }),
    long: longFormat,
  }
}

const sortByTime = { column: 'time', descending: false }

type PartsProps = { answer: EnergyAnswer; period: EnergyPeriod }

/** The parts of a period as a chart. */
export function Chart({ answer, period }: PartsProps) {
  const { t } = useTranslation('energy')
  const { short } = usePartNames(period, answer.timezone)
  return (
    <section className="vx-card" aria-label={t('chart')}>
      <EnergyChart rows={toEnergyRows(answer)} labelOf={short} label={t('chart')} />
    </section>
  )
}

/** The chart's data as a table, which is also the export. */
export function Parts({ answer, period }: PartsProps) {
  const { t } = useTranslation('energy')
  const { number, measure } = useFormats()
  const { long } = usePartNames(period, answer.timezone)
  const rows = toEnergyRows(answer)
  const kwh = (value: number | null) => (value === null ? '–' : number(value, { maximumFractionDigits: tableDecimals }))
  const missing = ({ missingHours }: EnergyRow) => (missingHours > 0 ? number(missingHours) : '')
  return (
    <section aria-label={t('table')}>
      <DataTable
        name="energy"
        label={t('table')}
        rows={rows}
        columns={[
          {
            id: 'time',
            header: t('time'),
            width: 152,
            cell: ({ start }) => long(start),
            value: ({ start }) => start,
          },
          {
            id: 'used',
            header: t('usedKwh'),
            align: 'right',
            cell: ({ used }) => kwh(used),
            value: ({ used }) => used,
          },
          {
            id: 'lastYear',
            header: t('lastYearKwh'),
            align: 'right',
            cell: (row) => kwh(row.lastYear),
            value: (row) => row.lastYear,
          },
          {
            id: 'baseline',
            header: t('baseline.lineKwh'),
            align: 'right',
            cell: (row) => kwh(row.baseline),
            value: (row) => row.baseline,
          },
          { id: 'missing', header: t('missingHours'), align: 'right', cell: missing, value: (row) => row.missingHours },
          {
            id: 'jumps',
            header: t('jumpsHead'),
            align: 'right',
            cell: ({ jumps }) => jumps || '',
            value: ({ jumps }) => jumps,
          },
        ]}
        rowKey={({ start }) => start}
        defaultSort={sortByTime}
        listLine={(row) => ({
          title: long(row.start),
          detail: row.missingHours > 0 ? t('missing', { hours: missing(row) }) : null,
          value: row.used === null ? t(row.missingHours > 0 ? 'noData' : 'notYet') : measure(row.used, 'kWh'),
        })}
        empty={null}
      />
    </section>
  )
}
