import type { OpenNotice } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { pathTo } from '../../site-map.ts'
import { useNoticeAbout } from './notice-about.ts'
import * as styles from './notices.module.css'
import { OpenNoticeActions } from './OpenNoticeActions.tsx'

/** Few enough to keep other open causes visible. */
const maxShown = 5

/** Unacknowledged escalations sent to this person, in all plants, live. */
export function OwnEscalations() {
  const waitingNotices = useAnswer('getOpenNotices', {}).notices.filter(
    (one) => one.escalation !== null && one.snoozedUntil === null,
  )
  return waitingNotices.length > 0 ? <OpenEscalationList notices={waitingNotices} /> : null
}

function OpenEscalationList({ notices }: { notices: OpenNotice[] }) {
  const { t } = useTranslation('notices')
  return (
    <section className={`vx-card ${styles.ownEscalations}`}>
      <h2>{t('inTurn.title')}</h2>
      <ul>
        {notices.slice(0, maxShown).map((notice) => (
          <OwnEscalation key={notice.id} notice={notice} />
        ))}
      </ul>
      {notices.length > maxShown ? (
        <AppLink to={pathTo('attention', {}, { tab: 'notices' })}>
          {t('about.more', { count: notices.length - maxShown })}
        </AppLink>
      ) : null}
    </section>
  )
}

function OwnEscalation({ notice }: { notice: OpenNotice }) {
  const { t } = useTranslation('notices')
  const { dateTime } = useFormats(notice.timezone)
  const describeTarget = useNoticeAbout()
  const title = t(`name.${notice.kind}`)
  const { since = notice.at, nextAt: next = null } = notice.escalation ?? {}
  return (
    <li>
      <span className={tableStyles.twoLines}>
        <AppLink to={notice.path}>{[title, notice.plantname].join(' · ')}</AppLink>
        <span>
          {[describeTarget(notice), t('underWay.since', { time: dateTime(since) })].filter(Boolean).join(' · ')}
        </span>
        <span>{next ? t('inTurn.next', { time: dateTime(next) }) : t('inTurn.last')}</span>
      </span>
      <OpenNoticeActions notice={notice} what={`${title}, ${notice.plantname}`} />
    </li>
  )
}
