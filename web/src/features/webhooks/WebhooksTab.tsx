import { Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { maxWebhooksPerPlant } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { type NewSecret, NewSecretDialog } from './NewSecretDialog.tsx'
import { NewWebhook } from './NewWebhook.tsx'
import { WebhookCalls } from './WebhookCalls.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import * as styles from './webhooks.module.css'

type Plant = PlantDetails['plant']

/** The plant's webhooks and their calls; only for administrators of the plant. */
export function WebhooksTab({ plant }: { plant: Plant }) {
  return (
    <AnswerBoundary>
      <Webhooks plant={plant} />
    </AnswerBoundary>
  )
}

function Webhooks({ plant }: { plant: Plant }) {
  const { t } = useTranslation('webhooks')
  const plantId = plant.plant_id
  const { webhooks } = useAnswer('getWebhooks', { plantId })
  const [creating, setCreating] = useState(false)
  const [newSecret, setNewSecret] = useState<NewSecret>()
  const limitText = webhooks.length >= maxWebhooksPerPlant ? t('limit', { limit: maxWebhooksPerPlant }) : undefined
  const create = (
    <ReasonButton
      blockedReason={archivedReason(plant) ?? limitText}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t('new')}
    </ReasonButton>
  )
  return (
    <div className={styles.webhooks}>
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      {newSecret ? (
        <NewSecretDialog key={newSecret.secret} newSecret={newSecret} onClose={() => setNewSecret(undefined)} />
      ) : null}
      {webhooks.length === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconWebhook} title={t('noneTitle')} action={create}>
            {t('noneText')}
          </EmptyState>
        </div>
      ) : (
        <>
          <div>{create}</div>
          <ul className={styles.webhookList}>
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <WebhookCard plant={plant} webhook={webhook} onRenewed={setNewSecret} />
              </li>
            ))}
          </ul>
          <WebhookCalls plant={plant} webhooks={webhooks} />
        </>
      )}
      {creating ? (
        <NewWebhook
          plantId={plantId}
          onClose={(createdSecret) => {
            setCreating(false)
            if (createdSecret) setNewSecret(createdSecret)
          }}
        />
      ) : null}
    </div>
  )
}
