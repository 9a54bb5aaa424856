import type { CalendarDay } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useTranslation } from 'react-i18next'
import { type DayStyle, YearOfDays } from '../../shared/layout/YearOfDays.tsx'
import * as yearOfDaysStyles from '../../shared/layout/year-of-days.module.css'
import * as styles from './test-calendar.module.css'

type GridProps = {
  year: number
  today: string
  days: readonly CalendarDay[]
  chosen: string | undefined
  onChoose: (day: string) => void
}

/** The days of a year with their tests. */
export function YearGrid({ year, today, days, chosen, onChoose }: GridProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const textsOf = useMarkTexts()
  const marks = new Map(days.map((one) => [one.day, one]))
  const lookOf = (day: string): DayStyle | undefined => {
    const mark = marks.get(day)
    return mark && { texts: textsOf(mark), data: dataOf(mark) }
  }
  return (
    <section
      className={`vx-card ${yearOfDaysStyles.calendarYear} ${styles.testYear}`}
      aria-label={`${t('title')} ${year}`}
    >
      <ul className={`${yearOfDaysStyles.calendarLegend} ${styles.testLegend}`}>
        <li data-mark="autonomy">{tTests('kind.autonomy')}</li>
        <li data-mark="functional">{tTests('kind.functional')}</li>
        <li data-mark="light">{t('light.title')}</li>
        <li data-mark="done">{t('done')}</li>
        <li data-mark="failed">{t('failed')}</li>
        <li data-mark="overdue">{tTests('schedule.overdue')}</li>
      </ul>
      <YearOfDays year={year} today={today} lookOf={lookOf} chosen={chosen} onChoose={onChoose} />
    </section>
  )
}

const flags = ['autonomy', 'functional', 'light', 'done', 'failed', 'overdue'] as const

/** The data attributes of a day's style. */
function dataOf(mark: CalendarDay): DayStyle['data'] {
  return Object.fromEntries(flags.filter((flag) => mark[flag]).map((flag) => [`data-${flag}`, true as const]))
}

/** The meaning of a day’s marks in words. */
export function useMarkTexts(): (mark: CalendarDay) => string[] {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const countOfKind = (mark: CalendarDay, kind: 'autonomy' | 'functional') =>
    mark[kind] > 0 ? [`${tTests(`kind.${kind}`)}: ${mark[kind]}`] : []
  return (mark) => [
    ...countOfKind(mark, 'autonomy'),
    ...countOfKind(mark, 'functional'),
    ...(mark.light > 0 ? [t('light.title')] : []),
    ...(mark.overdue ? [tTests('schedule.overdue')] : []),
  ]
}
