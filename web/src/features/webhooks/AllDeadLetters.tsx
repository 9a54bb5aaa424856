import { Button } from '@mantine/core'
import type { Webhook } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'

type AllDeadLettersProps = { plantId: string; webhooks: readonly Webhook[]; dead: number }

/** Resends or discards all dead letters of the plant, for example after an outage; skips webhooks switched off. */
export function AllDeadLetters({ plantId, webhooks, dead }: AllDeadLettersProps) {
  const { t } = useTranslation('webhooks')
  const [openDialog, setOpenDialog] = useState<'resendAll' | 'discardAll'>()
  const resend = useActionMutation('resendWebhookCalls', { refresh: ['getWebhookCalls'] })
  const discard = useActionMutation('discardWebhookCalls', { refresh: ['getWebhookCalls'] })
  const confirm = async () => {
    const isResent = openDialog === 'resendAll'
    const action = isResent ? resend : discard
    for (const { id: webhookId, on } of webhooks) if (on || !isResent) await action.mutateAsync({ plantId, webhookId })
    setOpenDialog(undefined)
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpenDialog('resendAll')}>
        {t('resendAll.button')}
      </Button>
      <Button variant="default" onClick={() => setOpenDialog('discardAll')}>
        {t('discardAll.button')}
      </Button>
      {openDialog ? (
        <ConfirmDialog
          opened
          destructive={openDialog === 'discardAll'}
          title={t(`${openDialog}.title`)}
          confirmLabel={t(`${openDialog}.button`)}
          onConfirm={confirm}
          onCancel={() => setOpenDialog(undefined)}
        >
          <p>{t(`${openDialog}.text`, { count: dead })}</p>
          <FormFailure error={resend.error ?? discard.error} />
        </ConfirmDialog>
      ) : null}
    </>
  )
}
