import type { Webhook } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import { requireSecret } from '../../shared/api/shown-once.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { hostOf } from './host-of.ts'
import type { NewSecret } from './NewSecretDialog.tsx'

type RenewSecretProps = {
  plantId: string
  webhook: Webhook
  onRenewed: (newSecret: NewSecret) => void
  onClose: () => void
}

/** Asks before the current secret is replaced. */
export function RenewSecret({ plantId, webhook, onRenewed, onClose }: RenewSecretProps) {
  const { t } = useTranslation('webhooks')
  const renewSecret = useActionMutation('renewWebhookSecret', {
    refresh: [],
    onSuccess: ({ secret }) => requireSecret(secret),
  })
  const confirm = async () => {
    const { secret, ...renewed } = await renewSecret.mutateAsync({ plantId, webhookId: webhook.id })
    onRenewed({ ...renewed, secret: requireSecret(secret) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('renewAsk.title', { host: hostOf(webhook.address) })}
      confirmLabel={t('renewAsk.confirm')}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('renewAsk.text')}</p>
      <FormFailure error={renewSecret.error} />
    </ConfirmDialog>
  )
}
