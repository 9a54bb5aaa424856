import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './outward-connections.module.css'

/** The webhooks of the plant, which have a tab of their own. Only administrators can read them. */
export function WebhooksRow({ plantId }: { plantId: string }) {
  const { t } = useTranslation('outward-connections')
  const { number } = useFormats()
  const { webhooks } = useAnswer('getWebhooks', { plantId })
  const on = webhooks.filter((webhook) => webhook.on).length
  const gone = webhooks.filter(({ goneAt }) => goneAt !== null).length
  return (
    <li className={styles.outwardRow}>
      <span className={styles.outwardMark}>
        <IconWebhook size={18} aria-hidden />
      </span>
      <b>{t('kind.webhooks')}</b>
      <span className={styles.outwardWide} />
      <div className={styles.outwardState}>
        {gone > 0 ? (
          <StatusInline state="error" cause={t('webhooks.gone', { count: gone, number: number(gone) })} />
        ) : (
          <span>
            {webhooks.length === 0
              ? t('webhooks.none')
              : t('webhooks.on', { on: number(on), all: number(webhooks.length) })}
          </span>
        )}
      </div>
      <Button
        component={AppLink}
        to={pathTo('plantGeneral', { plantId }, { tab: 'webhooks' })}
        size="xs"
        variant="default"
        aria-label={t('webhooks.openOf')}
      >
        {t('webhooks.open')}
      </Button>
    </li>
  )
}
