import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import * as styles from './maintenance-rounds.module.css'
import { itemText, useRoundTexts } from './round-texts.ts'

const circumference = 2 * Math.PI * 46
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** "22:56": hours and minutes, without seconds. */
const clockOf = (ms: number): string => {
  const minutes = Math.ceil(Math.max(0, ms) / minuteMs)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

type Props = { item: RoundItem; reTest: NonNullable<RoundItem['reTest']> }

/** Remaining charge time of a battery before its lamp is tested again. */
export function Charging({ item, reTest }: Props) {
  const { t } = useTranslation('maintenance-rounds')
  const texts = useRoundTexts()
  const now = serverNow(useNow(minuteMs / 4))
  const { chargedAt, chargedFrom, chargeHours } = reTest
  const remainingMs = chargedAt === null ? 0 : Date.parse(chargedAt) - now
  if (chargedAt === null || remainingMs <= 0 || chargeHours === 0)
    return (
      <section className={`vx-card ${styles.roundCard}`}>
        <h3>{itemText(item, texts)}</h3>
        <p className="vx-hint">{t('charge.byItself')}</p>
      </section>
    )
  const time = texts.formats.dateTime(chargedAt)
  return (
    <section className={`vx-card ${styles.roundCard} ${styles.roundCharging}`}>
      <div className={styles.roundRing}>
        <svg viewBox="0 0 100 100" aria-hidden focusable="false">
          <circle cx="50" cy="50" r="46" />
          <circle
            cx="50"
            cy="50"
            r="46"
            transform="rotate(-90 50 50)"
            strokeDasharray={`${circumference * Math.min(1, Math.max(0, 1 - remainingMs / (chargeHours * hourMs)))} ${circumference}`}
          />
        </svg>
        <p>
          <b>{clockOf(remainingMs)}</b>
          <small>{t('charge.leftOf', { hours: chargeHours })}</small>
        </p>
      </div>
      <div>
        <h3>{t('charge.title', { hours: chargeHours })}</h3>
        <p>
          {chargedFrom
            ? t('charge.interrupted', { from: texts.formats.dateTime(chargedFrom), time })
            : t('charge.reTest', { time })}
        </p>
        <p className="vx-hint">{t('charge.byItself')}</p>
        <p className="vx-hint">{t('charge.anew', { hours: chargeHours })}</p>
      </div>
    </section>
  )
}
