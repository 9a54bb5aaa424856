import { Button } from '@mantine/core'
import type { Webhook } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone, toastFailure } from '../../shared/feedback/toast.ts'
import { hostOf } from './host-of.ts'

/** Sends a test to a receiver; its outcome appears in the list of calls. */
export function TestButton({ plantId, webhook }: { plantId: string; webhook: Webhook }) {
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
