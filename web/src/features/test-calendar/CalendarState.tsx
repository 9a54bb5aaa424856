import { useTranslation } from 'react-i18next'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfTest } from '../../shared/status/test-state.ts'
import type { CalendarRow } from './calendar-rows.ts'

/** How a test of the calendar stands, in words. */
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

/** The same, with its sign where it is not plain. */
export function CalendarState({ row }: { row: CalendarRow }) {
  const words = useStateOf()(row)
  if (row.test) return <StatusInline state={stateOfTest(row.test)} />
  return row.overdue ? <StatusInline state="warning" cause={words} /> : words
}

/** When it is, by the clock of its plant. */
export function CalendarTime({ row: { at, timezone } }: { row: CalendarRow }) {
  return <TimeText at={at} timeZone={timezone} />
}
