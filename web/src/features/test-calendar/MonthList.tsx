import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathOfRow } from './CalendarList.tsx'
import { CalendarState, CalendarTime } from './CalendarState.tsx'
import type { CalendarRow } from './calendar-rows.ts'

type ListProps = { rows: readonly CalendarRow[]; onePlant: boolean; year: number }

/** The year on a phone: month by month what is in it. */
export function MonthList({ rows, onePlant, year }: ListProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const months = new Intl.DateTimeFormat(formatLocale(useLanguage()), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  if (rows.length === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconCalendarTime} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      </div>
    )
  return (
    <section className="vx-calendar-by-month" aria-label={t('yearOf', { year: String(year) })}>
      {[...Map.groupBy(rows, ({ day }) => day.slice(0, 7))].map(([month, its]) => (
        <div key={month}>
          <h2>{months.format(Date.parse(`${month}-01`))}</h2>
          <ul className="vx-card">
            {its.map((row) => (
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
      ))}
    </section>
  )
}
