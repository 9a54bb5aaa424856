import type { TFunction } from 'i18next'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, addMonths, daysOfMonth, firstWeekday } from '../../shared/format/date-text.ts'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import type { DayMarks } from './calendar-rows.ts'

type GridProps = {
  year: number
  today: string
  marks: ReadonlyMap<string, DayMarks>
  chosen: string | undefined
  onChoose: (day: string) => void
}

const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: (day) => `${day.slice(0, 4)}-01-01`,
  End: (day) => `${day.slice(0, 4)}-12-31`,
}

/** The days of a year in twelve months. One of them can be reached by Tab; arrow, page and end keys go on from it. */
export function YearGrid({ year, today, marks, chosen, onChoose }: GridProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const isNow = today.startsWith(`${year}-`)
  const [at, setAt] = useState<string>()
  const current = useRef<HTMLDivElement>(null)
  const reached = [at, chosen].find((day) => day?.startsWith(`${year}-`)) ?? (isNow ? today : `${year}-01-01`)
  useEffect(() => {
    if (at) current.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const press = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(reached)
    if (!next) return
    event.preventDefault()
    if (next.startsWith(`${year}-`)) setAt(next)
  }
  return (
    <section className="vx-card vx-calendar-year" aria-label={`${t('title')} ${year}`}>
      <ul className="vx-calendar-legend">
        <li data-mark="autonomy">{tTests('kind.autonomy')}</li>
        <li data-mark="functional">{tTests('kind.functional')}</li>
        <li data-mark="light">{t('light.title')}</li>
        <li data-mark="done">{t('done')}</li>
        <li data-mark="failed">{t('failed')}</li>
        <li data-mark="overdue">{tTests('schedule.overdue')}</li>
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the days in it */}
      <div ref={current} className="vx-calendar-months" onKeyDown={press}>
        {Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-01`).map((first) => (
          <Month key={first} first={first} {...{ today, marks, chosen, reached, onChoose }} />
        ))}
      </div>
    </section>
  )
}

type MonthProps = Omit<GridProps, 'year'> & { first: string; reached: string }

function Month({ first, today, marks, chosen, reached, onChoose }: MonthProps) {
  const { t } = useTranslation('emergency-tests')
  const { t: tCalendar } = useTranslation('test-calendar')
  const language = useLanguage()
  const say = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(language), { ...options, timeZone: 'UTC' }).format(Date.parse(day))
  const { day: dayText } = formatsFor(language, 'UTC')
  const month = first.slice(0, 7)
  const days = daysOfMonth(first, firstWeekday(language))
  return (
    <div className="vx-calendar-month">
      <h3>{say(first, { month: 'long' })}</h3>
      <div>
        {days.slice(0, 7).map((one) => (
          <span key={one} aria-hidden>
            {say(one, { weekday: 'narrow' })}
          </span>
        ))}
        {days.map((day) => {
          if (!day.startsWith(month)) return <i key={day} />
          const mark = marks.get(day)
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              tabIndex={day === reached ? 0 : -1}
              aria-label={[dayText(day), ...marksInWords(mark, t, tCalendar)].join(', ')}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              {...dataOf(mark)}
              onClick={() => onChoose(day)}
            >
              {Number(day.slice(8))}
            </button>
          )
        })}
      </div>
    </div>
  )
}

const flags = ['autonomy', 'functional', 'light', 'done', 'failed', 'overdue'] as const

/** What the look of a day follows from. */
function dataOf(mark: DayMarks | undefined): Record<string, true> {
  return Object.fromEntries(flags.filter((flag) => mark?.[flag]).map((flag) => [`data-${flag}`, true]))
}

type Said = [mark: DayMarks | undefined, t: TFunction<'emergency-tests'>, tCalendar: TFunction<'test-calendar'>]

function marksInWords(...[mark, t, tCalendar]: Said): string[] {
  if (!mark) return []
  const of = (kind: 'autonomy' | 'functional') => (mark[kind] > 0 ? [`${t(`kind.${kind}`)}: ${mark[kind]}`] : [])
  const light = mark.light > 0 ? [tCalendar('light.title')] : []
  return [...of('autonomy'), ...of('functional'), ...light, ...(mark.overdue ? [t('schedule.overdue')] : [])]
}
