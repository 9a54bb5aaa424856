import { Checkbox, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import type { WebhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import * as styles from './webhooks.module.css'

/** The fields of a new or existing webhook. */
export function WebhookFields<Values extends WebhookDraft>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('webhooks')
  const { t: tNotices } = useTranslation('notices')
  return (
    <>
      <TextInput
        label={t('field.address')}
        description={t('field.addressHint')}
        withAsterisk
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('address')}
      />
      <Checkbox.Group label={t('field.kinds')} withAsterisk {...form.getInputProps('kinds')}>
        <div className={styles.webhookKinds}>
          {noticeKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={tNotices(`name.${kind}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Switch label={t('field.on')} {...form.getInputProps('on', { type: 'checkbox' })} />
    </>
  )
}
