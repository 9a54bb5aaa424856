import type { PlanEnd } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import * as styles from './emergency-tests.module.css'

/** Reminder of the year plan's near or past end, with the consequence and the way to the next. */
export function PlanReminder({ end, children }: { end: PlanEnd; children: ReactNode }) {
  const { t } = useTranslation('emergency-tests')
  const { day } = useFormats('UTC')
  const cause = t(end.ended ? 'schedule.planEnded' : 'schedule.planEnding', { day: day(end.day) })
  return (
    <p className={styles.planReminder}>
      <StatusInline state="warning" cause={cause} /> {children}
    </p>
  )
}
