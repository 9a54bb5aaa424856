import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import * as styles from './remote-panel.module.css'

const radius = 60
const circumference = 2 * Math.PI * radius

const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, ...otherParts] = parts
  const clockText = otherParts.map((part) => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${clockText}` : clockText
}

/** Time until `until`, as a clock in an emptying ring; the total counts from `from`. */
export function CountdownRing({ until, from }: { until: string; from: string | undefined }) {
  const { t } = useTranslation('remote-panel')
  const now = serverNow(useNow())
  const remainingMs = Math.max(0, Date.parse(until) - now)
  const totalMs = from ? Date.parse(until) - Date.parse(from) : remainingMs
  const share = totalMs > 0 ? Math.min(1, remainingMs / totalMs) : 0
  return (
    <div className={styles.panelRing}>
      <svg viewBox="0 0 136 136" aria-hidden focusable="false">
        <circle className={styles.panelRingTrack} cx="68" cy="68" r={radius} />
        <circle
          className={styles.panelRingLeft}
          cx="68"
          cy="68"
          r={radius}
          strokeDasharray={`${circumference * share} ${circumference}`}
          transform="rotate(-90 68 68)"
        />
      </svg>
      <div role="timer" aria-label={t('on.left')}>
        <b>{clockOf(remainingMs)}</b>
        <span>{t('on.left')}</span>
      </div>
    </div>
  )
}
