import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathOfRow } from './CalendarList.tsx'
import { CalendarState, CalendarTime } from './CalendarState.tsx'
import type { CalendarRow } from './calendar-rows.ts'

type ListProps = { rows: readonly CalendarRow[]; onePlant: boolean; year: number; today: string }

/** The year on a phone, month by month. Past months are collapsed, unless a test in them is overdue. */
export function MonthList({ rows, onePlant, year, today }: ListProps) {
  const { t } = useTranslation('test-calendar')
  if (rows.length === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconCalendarTime} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      </div>
    )
  const months = [...Map.groupBy(rows, ({ day }) => day.slice(0, 7))]
  const isPast = ([month, monthRows]: Month) => month < today.slice(0, 7) && !monthRows.some(({ overdue }) => overdue)
  const pastMonths = months.filter(isPast)
  return (
    <section className="vx-calendar-by-month" aria-label={t('yearOf', { year: String(year) })}>
      {pastMonths.length > 0 && pastMonths.length < months.length ? (
        <details>
          <summary>
            {t('earlier', { count: pastMonths.reduce((sum, [, monthRows]) => sum + monthRows.length, 0) })}
          </summary>
          <Months months={pastMonths} onePlant={onePlant} />
        </details>
      ) : (
        <Months months={pastMonths} onePlant={onePlant} />
      )}
      <Months months={months.filter((month) => !isPast(month))} onePlant={onePlant} />
    </section>
  )
}

type Month = [month: string, rows: CalendarRow[]]

function Months({ months, onePlant }: { months: readonly Month[]; onePlant: boolean }) {
  const { t: tTests } = useTranslation('emergency-tests')
  const names = new Intl.DateTimeFormat(formatLocale(useLanguage()), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return months.map(([month, monthRows]) => (
    <div key={month}>
      <h2>{names.format(Date.parse(`${month}-01`))}</h2>
      <ul className="vx-card">
        {monthRows.map((row) => (
          <li key={row.key}>
            <AppLink to={pathOfRow(row)}>
              <b>{tTests(`kind.${row.kind}`)}</b>{' '}
              <span>{[onePlant ? '' : row.plantname, row.cuId, row.description].filter(Boolean).join(' · ')}</span>
            </AppLink>
            <CalendarTime row={row} />
            <CalendarState row={row} />
          </li>
        ))}
      </ul>
    </div>
  ))
}
