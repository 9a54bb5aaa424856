import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { type WebhookDraft, webhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import { requireSecret } from '../../shared/api/shown-once.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import type { NewSecret } from './NewSecretDialog.tsx'
import { WebhookFields } from './WebhookFields.tsx'

type NewWebhookProps = { plantId: string; onClose: (newSecret?: NewSecret) => void }

/** Creates a webhook, for all kinds of notices unless some are deselected. */
export function NewWebhook({ plantId, onClose }: NewWebhookProps) {
  const { t } = useTranslation('webhooks')
  const form = useCheckedForm<WebhookDraft>(webhookDraft, { address: '', kinds: [...noticeKinds], on: true })
  const createWebhook = useActionMutation('createWebhook', { refresh: ['getWebhooks'] })
  const send = async (webhook: WebhookDraft) => {
    const created = await createWebhook.mutateAsync({ plantId, webhook })
    return { ...created, secret: requireSecret(created.secret) }
  }
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={onClose}
      title={t('new')}
      submitLabel={t('make')}
      draft="new-webhook"
      prefix="webhook."
    >
      <WebhookFields form={form} />
    </CreateDialog>
  )
}
