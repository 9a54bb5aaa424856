import { Button, CopyButton, TextInput } from '@mantine/core'
import type { Webhook } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { hostOf } from './host-of.ts'
import * as styles from './webhooks.module.css'

export type NewSecret = { webhook: Webhook; secret: string }

/** A webhook's new secret, shown only once: stays open until the person has stored it. */
export function NewSecretDialog({ newSecret, onClose }: { newSecret: NewSecret; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Card title={t('secret.title', { host: hostOf(newSecret.webhook.address) })}>
      <div role="status" className={styles.webhookBody}>
        <p>{t('secret.text')}</p>
        <TextInput
          label={t('secret.label')}
          readOnly
          value={newSecret.secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={styles.webhookButtons}>
          <CopyButton value={newSecret.secret}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? t('copied') : t('copy')}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('secret.kept')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
