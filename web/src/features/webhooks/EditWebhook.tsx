import { type Webhook, type WebhookDraft, webhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { RequiredNote } from '../../shared/form/FormParts.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { WebhookFields } from './WebhookFields.tsx'

type EditWebhookProps = { plantId: string; webhook: Webhook; onClose: () => void }

/** Edits a webhook's address and kinds, over the opened version. */
export function EditWebhook({ plantId, webhook, onClose }: EditWebhookProps) {
  const { t } = useTranslation('webhooks')
  const save = useActionMutation('updateWebhook', { refresh: ['getWebhooks', 'getWebhookCalls'] })
  const { address, kinds, on, version } = webhook
  const { form, submit, saving, trouble } = useRecordForm<WebhookDraft>({
    schema: webhookDraft,
    stored: { address, kinds, on, version },
    labels: { address: t('field.address'), kinds: t('field.kinds'), on: t('field.on') },
    prefix: 'webhook.',
    toInput: ({ address, kinds, on }) => ({ address, kinds, on }),
    async save({ version, address, kinds, on }) {
      const saved = { plantId, webhookId: webhook.id, version, webhook: { address, kinds, on } }
      return (await save.mutateAsync(saved)).webhook
    },
    onSaved: onClose,
  })
  return (
    <FormDialog title={t('editTitle')} unsaved={form.isDirty() && !saving} onClose={onClose}>
      {(cancel) => (
        <form className={layoutStyles.dialogForm} noValidate onSubmit={submit}>
          <RequiredNote />
          <WebhookFields form={form} />
          {trouble}
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
