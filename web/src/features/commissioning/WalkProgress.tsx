import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import * as styles from './commissioning.module.css'
import { listOtherPeople, minutesOf } from './walk-lamps.ts'

type ProgressProps = {
  walk: Walk
  lamps: readonly WalkLamp[]
  /** Places waiting on this device. */
  waiting?: number
}

/** Progress, remaining time, and where the others are. */
export function WalkProgress({ walk, lamps, waiting = 0 }: ProgressProps) {
  const { t } = useTranslation('commissioning')
  const { userid } = useSignedInUser()
  const now = serverNow(useNow(5_000))
  const { total, done, skipped, ended_at } = walk
  const otherPeople = listOtherPeople(lamps, userid, now)
  const minutes = ended_at === null ? minutesOf(walk, lamps) : null
  const share = (part: number) => ({ inlineSize: `${(100 * part) / Math.max(1, total)}%` })
  const placedCount = Math.min(total, done + waiting)
  return (
    <section className={styles.walkProgress} aria-label={t('progress')}>
      <p>
        <b>{t('placed', { done: placedCount, total })}</b>
        <span>
          {waiting > 0 ? t('word.entriesWaitHere', { count: waiting }) : minutes ? t('left', { count: minutes }) : ''}
        </span>
      </p>
      <div
        className={styles.walkBar}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={placedCount}
      >
        <i data-part="done" style={share(done)} />
        <i data-part="waiting" style={share(placedCount - done)} />
        <i data-part="others" style={share(otherPeople.length)} />
        <i data-part="skipped" style={share(skipped)} />
      </div>
      {otherPeople.slice(0, 3).map(({ userid: id, name, addr, placed: count }) => (
        <p key={id} className={styles.walkOther}>
          {addr === null
            ? t('other.atLampWithoutNumber', { name })
            : t(count > 0 ? 'other.placed' : 'other.at', { name, count, number: lampNumber(addr) })}
        </p>
      ))}
      {otherPeople.length > 3 ? (
        <p className={styles.walkOther}>{t('other.more', { count: otherPeople.length - 3 })}</p>
      ) : null}
    </section>
  )
}
