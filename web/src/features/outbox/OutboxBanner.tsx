import { Button } from '@mantine/core'
import { IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import * as bannerStyles from '../../shared/layout/banner.module.css'
import { oldestReadAt } from '../../shared/offline/read-age.ts'
import { useIsOffline } from '../../shared/realtime/connectivity.ts'
import { useRealtime } from '../../shared/realtime/realtime.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { type Entry, isSendable } from './entry.ts'
import { OutboxList } from './OutboxList.tsx'
import * as styles from './outbox.module.css'
import { useOutbox } from './use-outbox.ts'

/** The outbox of this device, for all plants. */
function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('outbox')
  const { name } = useSignedInUser()
  const { entries } = useOutbox()
  return (
    <Dialog opened title={t('title')} onClose={onClose}>
      {entries.length > 0 ? <OutboxList entries={entries} /> : <p role="status">{t('empty')}</p>}
      <p className="vx-quiet">{t('goesOut', { name })}</p>
    </Dialog>
  )
}

/** Age of the screen in milliseconds; undefined while everything is current. */
function useSince(isDisconnected: boolean): number | undefined {
  const queries = useQueryClient()
  const lastHeardAt = useRealtime()?.live.lastMessageAt
  const [since, setSince] = useState<number>()
  useEffect(() => {
    const updateSince = () => setSince(oldestReadAt(queries))
    updateSince()
    return queries.getQueryCache().subscribe(updateSince)
  }, [queries])
  return since ?? (isDisconnected ? lastHeardAt : undefined)
}

/** The banner's title and explanation; undefined when there is nothing to show. */
function useTexts(isDisconnected: boolean, entries: readonly Entry[]): { title: string; text: string } | undefined {
  const { t } = useTranslation('outbox')
  const { dateTime } = useFormats(browserTimeZone)
  const since = useSince(isDisconnected)
  const stuckCount = entries.filter((entry) => !isSendable(entry)).length
  const sinceText = since === undefined ? t('away.unknown') : t('away.since', { time: dateTime(since) })
  if (isDisconnected) return { title: t('away.title'), text: sinceText }
  if (stuckCount > 0) return { title: t('title'), text: t('stuck', { count: stuckCount }) }
  if (since !== undefined) return { title: t('away.old'), text: sinceText }
  return entries.length > 0
    ? { title: t('word.entriesWaitHere', { count: entries.length }), text: t('going') }
    : undefined
}

/** Above every page while offline: the age of the data, the waiting entries, and those in need of a decision. */
export function OutboxBanner() {
  const { t } = useTranslation('outbox')
  const isDisconnected = useIsOffline()
  const { entries } = useOutbox()
  const texts = useTexts(isDisconnected, entries)
  const [isOpen, setOpen] = useState(false)
  if (!texts && !isOpen) return null
  const Icon = isDisconnected ? IconCloudOff : IconCloudUp
  return (
    <section
      className={`vx-card ${bannerStyles.banner} ${styles.outboxBanner} vx-no-print`}
      data-part="outbox-banner"
      aria-label={texts?.title ?? t('title')}
    >
      <Icon size={22} aria-hidden />
      <div className={`${bannerStyles.bannerText} ${styles.outboxText}`} role="status">
        <b>{texts?.title}</b>
        <br />
        <span>{texts?.text}</span>
      </div>
      {entries.length > 0 ? (
        <Button variant="default" onClick={() => setOpen(true)}>
          {isDisconnected ? t('word.entriesWaitHere', { count: entries.length }) : t('show')}
        </Button>
      ) : null}
      {isOpen ? <OutboxDialog onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
