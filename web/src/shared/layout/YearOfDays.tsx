import { addMonths } from '@vigilux/contract/features/compliance/plant-day.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, daysOfMonth, firstWeekday } from '../format/date-text.ts'
import { formatsFor } from '../format/format.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale } from '../i18n/languages.ts'
import * as styles from './year-of-days.module.css'

/** A day's description besides its date, and the data attributes for its style. */
export type DayStyle = { texts: readonly string[]; data: Record<`data-${string}`, string | true | undefined> }

type YearProps = {
  year: number
  today: string
  lookOf: (day: string) => DayStyle | undefined
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

/** The days of a year in twelve months. A single day is in the tab order; arrow, page and end keys move from there. */
export function YearOfDays({ year, today, lookOf, chosen, onChoose }: YearProps) {
  const isCurrentYear = today.startsWith(`${year}-`)
  const [at, setAt] = useState<string>()
  const current = useRef<HTMLDivElement>(null)
  const focusableDay =
    [at, chosen].find((day) => day?.startsWith(`${year}-`)) ?? (isCurrentYear ? today : `${year}-01-01`)
  useEffect(() => {
    if (at) current.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const press = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(focusableDay)
    if (!next) return
    event.preventDefault()
    if (next.startsWith(`${year}-`)) setAt(next)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the days in it
    <div ref={current} className={styles.calendarMonths} data-part="calendar-months" onKeyDown={press}>
      {Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-01`).map((first) => (
        <Month
          key={first}
          first={first}
          today={today}
          lookOf={lookOf}
          chosen={chosen}
          reached={focusableDay}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

type MonthProps = Omit<YearProps, 'year'> & { first: string; reached: string }

function Month({ first, today, lookOf, chosen, reached, onChoose }: MonthProps) {
  const language = useLanguage()
  const formatDay = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(language), { ...options, timeZone: 'UTC' }).format(Date.parse(day))
  const { day: dayText } = formatsFor(language, 'UTC')
  const month = first.slice(0, 7)
  const days = daysOfMonth(first, firstWeekday(language))
  return (
    <div className={styles.calendarMonth}>
      <h3>{formatDay(first, { month: 'long' })}</h3>
      <div>
        {days.slice(0, 7).map((dayOfMonth) => (
          <span key={dayOfMonth} aria-hidden>
            {formatDay(dayOfMonth, { weekday: 'narrow' })}
          </span>
        ))}
        {days.map((day) => {
          if (!day.startsWith(month)) return <i key={day} />
          const dayStyle = lookOf(day)
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              tabIndex={day === reached ? 0 : -1}
              aria-label={[dayText(day), ...(dayStyle?.texts ?? [])].join(', ')}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              {...dayStyle?.data}
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
