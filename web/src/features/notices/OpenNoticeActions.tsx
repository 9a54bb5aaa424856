import { Button } from '@mantine/core'
import type { OpenNotice } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './notices.module.css'

const dayMs = 86_400_000

/** Acknowledges a notice, or snoozes it until this time tomorrow. */
export function OpenNoticeActions({ notice, what: title }: { notice: OpenNotice; what: string }) {
  const { t } = useTranslation('notices')
  const { dateTime } = useFormats(notice.timezone)
  const noticeKey = { plantId: notice.plant_id, noticeId: notice.id }
  const acknowledge = useActionMutation('acknowledgeNotice', { refresh: ['getOpenNotices'] })
  const snooze = useActionMutation('snoozeNotice', { refresh: ['getOpenNotices'] })
  const disabled = acknowledge.isPending || snooze.isPending
  const { snoozedUntil } = notice
  const snoozeEnd = () => new Date(Date.now() + dayMs).toISOString()
  const snoozeLabel = snoozedUntil ? t('open.back') : t('open.snooze')
  return (
    <span className={styles.noticeActions}>
      {snoozedUntil ? <small>{t('open.snoozed', { time: dateTime(snoozedUntil) })}</small> : null}
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={`${snoozeLabel}: ${title}`}
        onClick={() => snooze.mutate({ ...noticeKey, backAt: snoozedUntil ? null : snoozeEnd() })}
      >
        {snoozeLabel}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={`${t('open.acknowledge')}: ${title}`}
        onClick={() => acknowledge.mutate(noticeKey)}
      >
        {t('open.acknowledge')}
      </Button>
      <FormFailure error={acknowledge.error ?? snooze.error} />
    </span>
  )
}
