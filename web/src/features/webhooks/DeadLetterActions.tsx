import { Button } from '@mantine/core'
import type { WebhookCall } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as styles from './webhooks.module.css'

type DeadLetterActionsProps = { plantId: string; call: WebhookCall }

/** Resends a dead letter, or discards it for good. */
export function DeadLetterActions({ plantId, call }: DeadLetterActionsProps) {
  const { t } = useTranslation('webhooks')
  const [isConfirming, setConfirming] = useState(false)
  const input = { plantId, webhookId: call.webhookId, callId: call.id }
  const resend = useActionMutation('resendWebhookCalls', { refresh: ['getWebhookCalls'] })
  const discard = useActionMutation('discardWebhookCalls', { refresh: ['getWebhookCalls'] })
  return (
    <span className={styles.webhookButtons}>
      <Button
        size="xs"
        variant="default"
        loading={resend.isPending}
        onClick={() => resend.mutate(input, { onError: toastFailure })}
      >
        {t('resend')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        {t('discard')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('discardAsk.title')}
        confirmLabel={t('discardAsk.confirm')}
        onConfirm={async () => {
          await discard.mutateAsync(input)
          setConfirming(false)
        }}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('discardAsk.text')}</p>
        <FormFailure error={discard.error} />
      </ConfirmDialog>
    </span>
  )
}
