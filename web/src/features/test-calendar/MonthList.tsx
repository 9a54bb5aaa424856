import { IconCalendarTime } from '@tabler/icons-react'
import type { CalendarDay } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { TablePages } from '../../shared/table/TablePages.tsx'
import { pageSize } from '../../shared/table/table-model.ts'
import { pathOfTest } from './CalendarList.tsx'
import { CalendarState, CalendarTime } from './CalendarState.tsx'
import { formatMonth } from './calendar-months.ts'
import * as styles from './test-calendar.module.css'
import { keyOfTest, type MonthQuestion, useTestMonth, type YearQuestion } from './use-calendar.ts'

type ListProps = { question: YearQuestion; days: readonly CalendarDay[]; today: string }

/** The year on a phone, month by month: open are the next month, and those with an overdue test. */
export function MonthList({ question: { year, ...ofYear }, days, today }: ListProps) {
  const { t } = useTranslation('test-calendar')
  const withTests = days.filter(({ functional, autonomy }) => functional + autonomy > 0)
  const months = [...Map.groupBy(withTests, ({ day }) => day.slice(0, 7))]
  if (months.length === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconCalendarTime} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      </div>
    )
  const next = months.find(([month]) => month >= today.slice(0, 7))?.[0] ?? months[0]?.[0]
  return (
    <section className={styles.calendarByMonth} aria-label={t('yearOf', { year: String(year) })}>
      {months.map(([month, ofMonth]) => (
        <Month
          key={month}
          question={{ ...ofYear, month }}
          count={ofMonth.reduce((sum, { functional, autonomy }) => sum + functional + autonomy, 0)}
          startsOpen={month === next || ofMonth.some(({ overdue }) => overdue)}
        />
      ))}
    </section>
  )
}

type MonthProps = { question: MonthQuestion; count: number; startsOpen: boolean }

function Month({ question, count, startsOpen }: MonthProps) {
  const language = useLanguage()
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{formatMonth(language, question.month)}</h2> <span>{number(count)}</span>
      </summary>
      {isOpen ? (
        <AnswerBoundary>
          <MonthTests question={question} />
        </AnswerBoundary>
      ) : null}
    </details>
  )
}

function MonthTests({ question }: { question: MonthQuestion }) {
  const { t: tTests } = useTranslation('emergency-tests')
  const [page, setPage] = useState(1)
  const { tests, total } = useTestMonth({ ...question, page, pageSize })
  return (
    <div>
      <ul className="vx-card">
        {tests.map((test) => (
          <li key={keyOfTest(test)}>
            <AppLink to={pathOfTest(test)}>
              <b>{tTests(`kind.${test.kind}`)}</b>{' '}
              <span>
                {[question.plantId ? '' : test.plantname, test.cu_id, test.description].filter(Boolean).join(' · ')}
              </span>
            </AppLink>
            <CalendarTime row={test} />
            <CalendarState row={test} />
          </li>
        ))}
      </ul>
      <TablePages page={page} total={total} onPage={setPage} />
    </div>
  )
}
