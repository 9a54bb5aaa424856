import type { CalendarTest } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfVerdict } from '../../shared/status/test-state.ts'

/** State of a calendar test in words. */
export function useStateOf(): (row: CalendarTest) => string {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  return ({ test, overdue, deferred, by }) => {
    if (test) return t(`state.${stateOfVerdict[test.verdict]}`)
    if (overdue) return tTests('schedule.overdue')
    if (by === 'platform') return t('byPlatform')
    return deferred ? tTests('schedule.deferredYes') : t('planned')
  }
}

/** The same, with an icon if it is remarkable. */
export function CalendarState({ row }: { row: CalendarTest }) {
  const causeText = useStateOf()(row)
  if (row.test) return <StatusInline state={stateOfVerdict[row.test.verdict]} />
  return row.overdue ? <StatusInline state="warning" cause={causeText} /> : causeText
}

/** The time of a test by its plant's clock. */
export function CalendarTime({ row: { at, timezone } }: { row: CalendarTest }) {
  return <TimeText at={at} timeZone={timezone} />
}
