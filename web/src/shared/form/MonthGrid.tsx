import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths } from '@vigilux/contract/features/compliance/plant-day.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, daysOfMonth, firstWeekday } from '../format/date-text.ts'
import { browserTimeZone, todayIn } from '../format/wall-time.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale } from '../i18n/languages.ts'
import * as styles from './date-time-field.module.css'

const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  'Shift+PageUp': (day) => addMonths(day, -12),
  'Shift+PageDown': (day) => addMonths(day, 12),
}

const weeksOf = (days: readonly string[]): string[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7))

/** The days of a month; arrow keys move by days and weeks, page keys by months, with Shift by years. */
export function MonthGrid({ value, onChoose }: { value: string | undefined; onChoose: (day: string) => void }) {
  const { t } = useTranslation('shared')
  const language = useLanguage()
  const [day, setDay] = useState(value ?? todayIn(browserTimeZone))
  const current = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes where the day is
  useEffect(() => current.current?.focus(), [day])
  const formatDay = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(language), { ...options, timeZone: 'UTC' }).format(
      Date.parse(`${date}T00:00:00Z`),
    )
  const days = daysOfMonth(day, firstWeekday(language))
  const month = formatDay(day, { month: 'long', year: 'numeric' })
  const press = (event: KeyboardEvent) => {
    const move = moves[`${event.shiftKey ? 'Shift+' : ''}${event.key}`] ?? moves[event.key]
    if (!move) return
    event.preventDefault()
    setDay(move(day))
  }
  return (
    <div className={styles.month}>
      <header>
        <ActionIcon variant="subtle" aria-label={t('date.previousMonth')} onClick={() => setDay(addMonths(day, -1))}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <b aria-live="polite">{month}</b>
        <ActionIcon variant="subtle" aria-label={t('date.nextMonth')} onClick={() => setDay(addMonths(day, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </header>
      <table className={styles.monthDays} aria-label={month}>
        <thead>
          <tr>
            {days.slice(0, 7).map((dayOfMonth) => (
              <th key={dayOfMonth} scope="col" abbr={formatDay(dayOfMonth, { weekday: 'long' })}>
                {formatDay(dayOfMonth, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week[0]}>
              {week.map((dayOfMonth) => (
                <td key={dayOfMonth}>
                  <button
                    ref={dayOfMonth === day ? current : undefined}
                    type="button"
                    tabIndex={dayOfMonth === day ? 0 : -1}
                    aria-label={formatDay(dayOfMonth, { dateStyle: 'full' })}
                    aria-pressed={dayOfMonth === value}
                    data-other={dayOfMonth.slice(0, 7) === day.slice(0, 7) ? undefined : true}
                    aria-current={dayOfMonth === todayIn(browserTimeZone) ? 'date' : undefined}
                    onKeyDown={press}
                    onClick={() => onChoose(dayOfMonth)}
                  >
                    {Number(dayOfMonth.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
