import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shared/format/format.ts'
import { useNow } from '../shared/format/RelativeTime.tsx'
import { useLiveStatus, useRealtime } from '../shared/realtime/realtime.ts'

/** Silence after which the pill no longer claims to be live. */
const silenceMs = 10_000

/** How live the page is: live, waiting, reconnecting, not live. Never an overlay over the page. */
export function LivePill() {
  const { t } = useTranslation('shell')
  const realtime = useRealtime()
  const status = useLiveStatus()
  const formats = useFormats()
  const now = useNow(1000)
  if (!realtime || !status) return null
  const { lastMessageAt } = realtime.live
  if (status.state === 'error')
    return (
      <button type="button" className="vx-live vx-live-error" onClick={realtime.tryNow}>
        <IconCloudOff size={15} aria-hidden />
        <span>
          {lastMessageAt ? t('live.notSince', { time: formats.time(lastMessageAt) }) : t('live.not')}
          <span className="vx-live-more"> · {t('live.tryAgain')}</span>
        </span>
      </button>
    )
  if (status.state === 'closed')
    return (
      <span className="vx-live vx-live-closed" role="status">
        <IconRefresh size={15} aria-hidden className="vx-turning" />
        <span>
          {lastMessageAt ? t('live.notSince', { time: formats.time(lastMessageAt) }) : t('live.not')}
          <span className="vx-live-more">
            {` · ${t('live.reconnecting')}, `}
            {t('live.attempt', { attempt: status.attempt, attempts: status.attempts })}
          </span>
        </span>
      </span>
    )
  const isLive = status.state === 'connected' && lastMessageAt !== undefined && now - lastMessageAt < silenceMs
  return (
    <span className="vx-live" data-live={isLive || undefined}>
      <i aria-hidden />
      <b>{isLive ? t('live.live') : status.state === 'connecting' ? t('live.connecting') : t('live.waiting')}</b>
      {isLive ? <span className="vx-live-more">{formats.ago(lastMessageAt, now)}</span> : null}
    </span>
  )
}
