import { Button } from '@mantine/core'
import type { Webhook } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'

type AllDeadLettersProps = { plantId: string; webhooks: readonly Webhook[]; dead: number }

/** Resends or discards all of the plant's dead letters, for example after a receiver's outage. Skips webhooks that are off. */
export function AllDeadLetters({ plantId, webhooks, dead }: AllDeadLettersProps) {
  const { t } = useTranslation('webhooks')
  const [asking, setAsking] = useState<'resendAll' | 'discardAll'>()
  const resend = useActionMutation('resendWebhookCalls', { refresh: ['getWebhookCalls'] })
  const discard = useActionMutation('discardWebhookCalls', { refresh: ['getWebhookCalls'] })
  const confirm = async () => {
    const isResent = asking === 'resendAll'
    const action = isResent ? resend : discard
    for (const { id: webhookId, on } of webhooks) if (on || !isResent) await action.mutateAsync({ plantId, webhookId })
    setAsking(undefined)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking('resendAll')}>
        {t('resendAll.button')}
      </Button>
      <Button variant="default" onClick={() => setAsking('discardAll')}>
        {t('discardAll.button')}
      </Button>
      {asking ? (
        <ConfirmDialog
          opened
          destructive={asking === 'discardAll'}
          title={t(`${asking}.title`)}
          confirmLabel={t(`${asking}.button`)}
          onConfirm={confirm}
          onCancel={() => setAsking(undefined)}
        >
          <p>{t(`${asking}.text`, { count: dead })}</p>
          <FormFailure error={resend.error ?? discard.error} />
        </ConfirmDialog>
      ) : null}
    </>
  )
}
