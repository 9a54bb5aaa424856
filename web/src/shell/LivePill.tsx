import { IconCloudOff, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shared/format/format.ts'
import { useNow } from '../shared/format/RelativeTime.tsx'
import { browserTimeZone } from '../shared/format/wall-time.ts'
import { usePhone } from '../shared/layout/use-phone.ts'
import { type LiveStatus, useLiveStatus, useRealtime } from '../shared/realtime/realtime.ts'

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
      <button type="button" className="vx-live vx-live-error" onClick={tryNow}>
        <IconCloudOff size={15} aria-hidden />
        <span>
          {staleText}
          <span className="vx-live-more"> · {t('live.tryAgain')}</span>
        </span>
      </button>
    )
  const isOffline = status.state === 'offline'
  const dataTimeText = at ? ` · ${t('live.dataOf', { time: time(at) })}` : ''
  const attempt = t('live.attempt', { attempt: status.attempt, attempts: status.attempts })
  return (
    <span className="vx-live vx-live-closed" role="status">
      {isOffline ? <IconWifiOff size={15} aria-hidden /> : <IconRefresh size={15} aria-hidden className="vx-turning" />}
      <span>
        {isOffline ? t('live.offline') : staleText}
        <span className="vx-live-more">{isOffline ? dataTimeText : ` · ${t('live.reconnecting')}, ${attempt}`}</span>
      </span>
    </span>
  )
}

/** The connection state: live, waiting, reconnecting, offline, not live. Never an overlay over the page. */
export function LivePill() {
  const { t } = useTranslation('shell')
  const realtime = useRealtime()
  const status = useLiveStatus()
  const formats = useFormats(browserTimeZone)
  const now = useNow(1000)
  const phone = usePhone()
  if (!realtime || !status) return null
  if (status.state !== 'connected' && status.state !== 'connecting')
    return <NotLive status={status} tryNow={realtime.tryNow} />
  const { lastMessageAt } = realtime.live
  const isLive = status.state === 'connected' && lastMessageAt !== undefined && now - lastMessageAt < silenceMs
  return (
    <span className="vx-live" data-live={isLive || undefined}>
      <i aria-hidden />
      <b>{isLive ? t('live.live') : status.state === 'connecting' ? t('live.connecting') : t('live.waiting')}</b>
      {isLive && !phone ? <span>{formats.ago(lastMessageAt, now)}</span> : null}
    </span>
  )
}
