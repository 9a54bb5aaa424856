import { ActionIcon } from '@mantine/core'
import { IconCalendarMonth, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths } from '@vigilux/contract/features/compliance/plant-day.ts'
import type { CalendarDay } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { addDays, daysOfMonth, firstWeekday } from '../../shared/format/date-text.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { TableSelects } from '../../shared/table/TableSelects.tsx'
import { firstPage } from './calendar-months.ts'
import { DayTests } from './DayTests.tsx'
import * as styles from './test-calendar.module.css'
import type { YearQuestion } from './use-calendar.ts'
import { useMarkTexts } from './YearGrid.tsx'

type CalendarProps = {
  question: YearQuestion
  days: readonly CalendarDay[]
  today: string
  /** Fields of the filter sheet. */
  filters: ReactNode
}

/** Maximum days of the list; each is a request. */
const maxDays = 7

/** The calendar on a phone: a week, or its whole month, and below it the tests from the chosen day on. */
export function PhoneCalendar({ question, days, today, filters }: CalendarProps) {
  const { t } = useTranslation('test-calendar')
  const { year, ...ofYear } = question
  const [{ day, ofPlant, whole }, change] = useSearchParams()
  const withTests = days.filter(({ functional, autonomy }) => functional + autonomy > 0)
  const inYear = (one: string | undefined) => one?.startsWith(`${year}-`)
  const chosen = [day, today, withTests[0]?.day].find(inYear) ?? `${year}-01-01`
  const choose = (next: string) => change({ ...firstPage, year: next.slice(0, 4), day: next })
  const listed = withTests.filter((one) => one.day >= chosen).slice(0, maxDays)
  const inUse = [question.ofKind, ofPlant].filter(Boolean).length
  return (
    <>
      <Steps chosen={chosen} isMonth={Boolean(whole)} onChoose={choose}>
        <TableSelects fields={filters} inUse={inUse} />
      </Steps>
      <Days chosen={chosen} isMonth={Boolean(whole)} today={today} days={days} onChoose={choose} />
      {listed.map((one) => (
        <AnswerBoundary key={one.day}>
          <DayTests question={ofYear} day={one.day} count={one.functional + one.autonomy} />
        </AnswerBoundary>
      ))}
      {listed.length === 0 ? <p className="vx-quiet">{t('week.none', { year: String(year) })}</p> : null}
    </>
  )
}

type StepsProps = { chosen: string; isMonth: boolean; onChoose: (day: string) => void; children: ReactNode }

/** The month of the chosen day, steps by a week or a month, and the filters. */
function Steps({ chosen, isMonth, onChoose, children }: StepsProps) {
  const { t } = useTranslation('test-calendar')
  const [, change] = useSearchParams()
  const language = useLanguage()
  const month = new Intl.DateTimeFormat(formatLocale(language), { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const move = (steps: number) => onChoose(isMonth ? addMonths(chosen, steps) : addDays(chosen, 7 * steps))
  return (
    <header className={`${styles.weekSteps} vx-no-print`}>
      <h2 aria-live="polite">{month.format(Date.parse(chosen))}</h2>
      {children}
      <ActionIcon
        variant="subtle"
        aria-label={t('week.whole')}
        aria-pressed={isMonth}
        onClick={() => change({ whole: isMonth ? undefined : '1' })}
      >
        <IconCalendarMonth size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={isMonth ? t('date.previousMonth') : t('week.previous')}
        onClick={() => move(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={isMonth ? t('date.nextMonth') : t('week.next')} onClick={() => move(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </header>
  )
}

type DaysProps = {
  chosen: string
  isMonth: boolean
  today: string
  days: readonly CalendarDay[]
  onChoose: (day: string) => void
}

/** The days of the week or of the month, with the marks of their tests. */
function Days({ chosen, isMonth, today, days, onChoose }: DaysProps) {
  const language = useLanguage()
  const marksOf = useMarkTexts()
  const format = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(language), { ...options, timeZone: 'UTC' }).format(Date.parse(day))
  const grid = daysOfMonth(chosen, firstWeekday(language))
  const weekStart = Math.floor(grid.indexOf(chosen) / 7) * 7
  const shown = isMonth ? grid : grid.slice(weekStart, weekStart + 7)
  const marks = new Map(days.map((one) => [one.day, one]))
  return (
    <div className={styles.weekDays}>
      {grid.slice(0, 7).map((day) => (
        <span key={day} aria-hidden>
          {format(day, { weekday: 'short' })}
        </span>
      ))}
      {shown.map((day) => {
        const mark = marks.get(day)
        return (
          <button
            key={day}
            type="button"
            aria-label={[format(day, { dateStyle: 'long' }), ...(mark ? marksOf(mark) : [])].join(', ')}
            aria-pressed={day === chosen}
            aria-current={day === today ? 'date' : undefined}
            data-other={day.slice(0, 7) === chosen.slice(0, 7) ? undefined : true}
            onClick={() => onChoose(day)}
          >
            <b>{Number(day.slice(8))}</b>
            <span>
              {mark?.failed ? <i data-mark="failed" /> : null}
              {mark && mark.functional > 0 ? <i data-mark="functional" /> : null}
              {mark && mark.autonomy > 0 ? <i data-mark="autonomy" /> : null}
            </span>
          </button>
        )
      })}
    </div>
  )
}
