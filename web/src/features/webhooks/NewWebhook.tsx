import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { type WebhookDraft, webhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import type { ToldSecret } from './SecretOnce.tsx'
import { WebhookFields } from './WebhookFields.tsx'

type NewWebhookProps = { plantId: string; onClose: (made?: ToldSecret) => void }

/** Makes a webhook, of all kinds of notices unless somebody leaves some out. */
export function NewWebhook({ plantId, onClose }: NewWebhookProps) {
  const { t } = useTranslation('webhooks')
  // Whatever is sent again because no answer came is one webhook.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useCheckedForm<WebhookDraft>(webhookDraft, { address: '', kinds: [...noticeKinds], on: true })
  const make = useActionMutation('createWebhook', { refresh: ['getWebhooks'] })
  const send = (webhook: WebhookDraft) => make.mutateAsync({ plantId, idempotencyKey, webhook })
  return (
    <CreateDialog
      {...{ form, send, onClose }}
      title={t('new')}
      submitLabel={t('make')}
      draft="new-webhook"
      prefix="webhook."
    >
      <WebhookFields form={form} />
    </CreateDialog>
  )
}
