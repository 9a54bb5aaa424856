import { IconLoader2 } from '@tabler/icons-react'
import type { Enrolment } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../shared/feedback/announce.ts'
import * as feedbackStyles from '../../../shared/feedback/feedback.module.css'
import { useNow } from '../../../shared/format/RelativeTime.tsx'
import { serverNow } from '../../../shared/plant/server-clock.ts'
import * as styles from './enrol.module.css'
import { passedMark } from './enrol-step.ts'

/** When the keys can be pressed. */
export type KeyWindow = Pick<Enrolment, 'startedAt' | 'expiresAt'>

const secondsOf = ({ startedAt, expiresAt }: KeyWindow): number =>
  (Date.parse(expiresAt) - Date.parse(startedAt)) / 1000

/** Whole seconds until the window closes, by the server's clock. */
export function useSecondsLeft(window: KeyWindow): number {
  const now = serverNow(useNow(1000))
  return Math.min(secondsOf(window), Math.max(0, Math.ceil((Date.parse(window.expiresAt) - now) / 1000)))
}

export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const radius = 86
const circumference = 2 * Math.PI * radius

type CountdownProps = { enrolment: Enrolment; keys: string; onOver: () => void }

/** Remaining seconds as a ring and as text, announced at 60, 30 and 10. */
export function KeyCountdown({ enrolment, keys, onOver }: CountdownProps) {
  const { t } = useTranslation('enrolment')
  const remainingSeconds = useSecondsLeft(enrolment)
  const total = secondsOf(enrolment)
  const previousSeconds = useRef<number>(undefined)
  useEffect(() => {
    if (passedMark(previousSeconds.current, remainingSeconds) !== undefined && remainingSeconds > 0)
      announce(t('keys.secondsLeft', { count: remainingSeconds, keys }), true)
    previousSeconds.current = remainingSeconds
  }, [remainingSeconds, keys, t])
  const isOver = remainingSeconds === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once when the time is over
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return (
    <div className={styles.countdown}>
      <div className={styles.ring}>
        <svg viewBox="0 0 200 200" aria-hidden="true">
          <circle cx="100" cy="100" r={radius} className={styles.ringTrack} />
          <circle
            cx="100"
            cy="100"
            r={radius}
            className={styles.ringLeft}
            strokeDasharray={circumference}
            strokeDashoffset={circumference * (1 - Math.min(1, remainingSeconds / total))}
          />
        </svg>
        <div className={styles.ringWords} role="timer">
          <b>{clockOf(remainingSeconds)}</b>
          <span>{t('keys.left', { time: clockOf(total) })}</span>
        </div>
      </div>
      <p className={feedbackStyles.commandState}>
        <IconLoader2 size={16} aria-hidden className={feedbackStyles.turning} />
        {enrolment.unitReached ? t('keys.waiting') : t('keys.calling')}
      </p>
    </div>
  )
}
