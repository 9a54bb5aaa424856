import { Alert, Button, Switch } from '@mantine/core'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import type { Webhook } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { toastDone, toastFailure } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { EditWebhook } from './EditWebhook.tsx'
import { hostOf } from './host-of.ts'
import type { NewSecret } from './NewSecretDialog.tsx'
import { RenewSecret } from './RenewSecret.tsx'
import * as styles from './webhooks.module.css'

/** Sends a test to a receiver; its outcome appears in the list of calls. */
function TestButton({ plantId, webhook }: { plantId: string; webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const host = hostOf(webhook.address)
  const test = useActionMutation('testWebhook', {
    refresh: ['getWebhookCalls'],
    onSuccess: () => toastDone(t('tested', { host })),
  })
  return (
    <Button
      variant="default"
      aria-label={t('testOf', { host })}
      loading={test.isPending}
      onClick={() => test.mutate({ plantId, webhookId: webhook.id }, { onError: toastFailure })}
    >
      {t('test')}
    </Button>
  )
}

type WebhookCardProps = { plant: PlantDetails['plant']; webhook: Webhook; onRenewed: (newSecret: NewSecret) => void }

/** One receiver: its kinds of notices, whether it is active, and its actions. */
export function WebhookCard({ plant, webhook, onRenewed }: WebhookCardProps) {
  const { t } = useTranslation('webhooks')
  const [openDialog, setOpenDialog] = useState<'edit' | 'renew' | 'remove'>()
  const { dateTime } = useFormats(plant.timezone)
  const save = useActionMutation('updateWebhook', { refresh: ['getWebhooks', 'getWebhookCalls'] })
  const plantId = plant.plant_id
  const { id: webhookId, address, kinds, on, goneAt, version } = webhook
  const host = hostOf(address)
  const close = () => setOpenDialog(undefined)
  const isFrozen = archivedReason(plant) !== undefined
  return (
    <Card title={host}>
      <div className={styles.webhookBody}>
        {goneAt ? <Alert color="red">{t('gone', { time: dateTime(goneAt) })}</Alert> : null}
        <p className={styles.webhookAddress}>{address}</p>
        <p className="vx-quiet">{useKindTexts()(kinds)}</p>
        <Switch
          label={t('field.on')}
          checked={on}
          disabled={isFrozen || save.isPending}
          onChange={() => save.mutate({ plantId, webhookId, version, webhook: { address, kinds, on: !on } })}
        />
        <FormFailure error={save.error} />
        {isFrozen ? null : (
          <div className={styles.webhookButtons}>
            <TestButton plantId={plantId} webhook={webhook} />
            <Button variant="default" aria-label={t('editOf', { host })} onClick={() => setOpenDialog('edit')}>
              {t('word.change')}
            </Button>
            <Button variant="default" aria-label={t('renewOf', { host })} onClick={() => setOpenDialog('renew')}>
              {t('renew')}
            </Button>
            <Button variant="default" aria-label={t('removeOf', { host })} onClick={() => setOpenDialog('remove')}>
              {t('word.remove')}
            </Button>
          </div>
        )}
      </div>
      {openDialog === 'edit' ? <EditWebhook plantId={plantId} webhook={webhook} onClose={close} /> : null}
      {openDialog === 'renew' ? (
        <RenewSecret plantId={plantId} webhook={webhook} onRenewed={onRenewed} onClose={close} />
      ) : null}
      <RemoveDialog
        opened={openDialog === 'remove'}
        action="removeWebhook"
        input={{ plantId, webhookId }}
        refresh={['getWebhooks', 'getWebhookCalls']}
        title={t('removeAsk.title', { host })}
        confirmLabel={t('removeAsk.confirm')}
        done={t('removeAsk.done', { host })}
        onCancel={close}
        onRemoved={close}
      >
        <p>{t('removeAsk.text')}</p>
      </RemoveDialog>
    </Card>
  )
}

/** The kinds of notices in a sentence. */
function useKindTexts() {
  const { t } = useTranslation('webhooks')
  const { t: tNotices } = useTranslation('notices')
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' })
  return (kinds: Webhook['kinds']): string =>
    kinds.length === noticeKinds.length ? t('allKinds') : list.format(kinds.map((kind) => tNotices(`name.${kind}`)))
}
