import { useTranslation } from 'react-i18next'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfTest } from '../../shared/status/test-state.ts'
import type { CalendarRow } from './calendar-rows.ts'

/** State of a calendar test in words. */
export function useStateOf(): (row: CalendarRow) => string {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  return ({ test, overdue, deferred, byPlatform }) => {
    if (test) return tShared(`state.${stateOfTest(test)}`)
    if (overdue) return tTests('schedule.overdue')
    if (byPlatform) return t('byPlatform')
    return deferred ? tTests('schedule.deferredYes') : t('planned')
  }
}

/** The same, with an icon if it is remarkable. */
export function CalendarState({ row }: { row: CalendarRow }) {
  const causeText = useStateOf()(row)
  if (row.test) return <StatusInline state={stateOfTest(row.test)} />
  return row.overdue ? <StatusInline state="warning" cause={causeText} /> : causeText
}

/** The time of a test by its plant's clock. */
export function CalendarTime({ row: { at, timezone } }: { row: CalendarRow }) {
  return <TimeText at={at} timeZone={timezone} />
}
