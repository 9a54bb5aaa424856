import { IconCloudOff, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as feedbackStyles from '../shared/feedback/feedback.module.css'
import { useFormats } from '../shared/format/format.ts'
import { useNow } from '../shared/format/RelativeTime.tsx'
import { browserTimeZone } from '../shared/format/wall-time.ts'
import { type LiveStatus, useLiveStatus, useRealtime } from '../shared/realtime/realtime.ts'
import * as styles from './frame.module.css'

/** Silence after which the page does not count as live. */
const silenceMs = 10_000

/** While disconnected: the pending step, and the age of the data. */
function NotLive({ status, tryNow }: { status: LiveStatus; tryNow: () => void }) {
  const { t } = useTranslation('shell')
  const { time } = useFormats(browserTimeZone)
  const at = status.lastMessageAt
  const staleText = at ? t('live.notSince', { time: time(at) }) : t('live.not')
  if (status.state === 'error')
    return (
      <button type="button" className={`${styles.live} ${styles.liveError}`} data-part="live" onClick={tryNow}>
        <IconCloudOff size={15} aria-hidden />
        <span>
          {staleText}
          <span> · {t('tryAgain')}</span>
        </span>
      </button>
    )
  const isOffline = status.state === 'offline'
  const dataTimeText = at ? ` · ${t('live.dataOf', { time: time(at) })}` : ''
  const attempt = t('live.attempt', { attempt: status.attempt, attempts: status.attempts })
  return (
    <span className={`${styles.live} ${styles.liveClosed}`} data-part="live" role="status">
      {isOffline ? (
        <IconWifiOff size={15} aria-hidden />
      ) : (
        <IconRefresh size={15} aria-hidden className={feedbackStyles.turning} />
      )}
      <span>
        {isOffline ? t('live.offline') : staleText}
        <span>{isOffline ? dataTimeText : ` · ${t('live.reconnecting')}, ${attempt}`}</span>
      </span>
    </span>
  )
}

function useLive() {
  const { t } = useTranslation('shell')
  const realtime = useRealtime()
  const status = useLiveStatus()
  const now = useNow(1000)
  if (!realtime || !status) return null
  const { lastMessageAt } = realtime.live
  const isOpen = status.state === 'connected' || status.state === 'connecting'
  const isLive = status.state === 'connected' && lastMessageAt !== undefined && now - lastMessageAt < silenceMs
  const openText = status.state === 'connecting' ? t('live.connecting') : t('live.waiting')
  return {
    status,
    now,
    lastMessageAt,
    isOpen,
    isLive,
    text: isLive ? t('live.live') : openText,
    tryNow: realtime.tryNow,
  }
}

/** The connection state: live, waiting, reconnecting, offline, not live. Never an overlay over the page. */
export function LivePill() {
  const live = useLive()
  const formats = useFormats(browserTimeZone)
  if (!live) return null
  const { status, now, lastMessageAt, isOpen, isLive, text, tryNow } = live
  if (!isOpen) return <NotLive status={status} tryNow={tryNow} />
  return (
    <span className={styles.live} data-part="live" data-live={isLive || undefined}>
      <i aria-hidden />
      <b>{text}</b>
      {isLive && lastMessageAt !== undefined ? <span>{formats.ago(lastMessageAt, now)}</span> : null}
    </span>
  )
}

/** The same as the first word below the title of a phone's page; while it is not live, a press tries again. */
export function LiveWord() {
  const { t } = useTranslation('shell')
  const live = useLive()
  const { time } = useFormats(browserTimeZone)
  if (!live) return null
  const { status, isOpen, isLive, text, tryNow } = live
  const at = status.lastMessageAt
  if (isOpen)
    return (
      <span className={styles.liveWord} data-part="live-word" data-live={isLive || undefined}>
        <i aria-hidden />
        {text}
      </span>
    )
  return (
    <span role="status">
      <button type="button" className={styles.liveWord} data-part="live-word" onClick={tryNow}>
        <i aria-hidden />
        <span>{at ? t('live.dataOf', { time: time(at) }) : t('live.not')}</span>
      </button>
    </span>
  )
}
