import { Alert, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { EscalationCard } from './EscalationCard.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'
import { NoticeHistory } from './NoticeHistory.tsx'
import * as styles from './notices.module.css'
import { ThresholdsCard } from './ThresholdsCard.tsx'

type Plant = PlantDetails['plant']

/** The person's notices of the plant, and the plant's main switch; each change is saved at once. */
export function NoticesTab({ plant }: { plant: Plant }) {
  return (
    <AnswerBoundary>
      <Notices plant={plant} />
    </AnswerBoundary>
  )
}

function Notices({ plant }: { plant: Plant }) {
  const { t } = useTranslation('notices')
  const plantId = plant.plant_id
  const { plantOn, settings } = useAnswer('getNoticeSettings', { plantId })
  const save = useActionMutation('saveNotificationsOnProfile', { refresh: ['getNoticeSettings'] })
  return (
    <>
      <div className={formStyles.settings}>
        <Card title={t('title')}>
          <div className={styles.notices}>
            {plantOn ? null : <Alert color="yellow">{t('plant.off')}</Alert>}
            {settings.kinds.length === 0 ? (
              <Text size="sm">{t('notMember')}</Text>
            ) : (
              <>
                <Text size="sm" c="dimmed">
                  {t('text')}
                </Text>
                <NoticeChoices
                  plantId={plantId}
                  settings={settings}
                  disabled={save.isPending}
                  onChange={(change) => save.mutate({ plantId, ...change })}
                />
                <FormFailure error={save.error} />
              </>
            )}
          </div>
        </Card>
        <PlantSwitch plant={plant} />
        <ThresholdsCard plant={plant} />
        <EscalationCard plant={plant} />
      </div>
      <NoticeHistory plant={plant} />
    </>
  )
}

/** The displayed plant with notices toggled: a concurrent change is refused, not overwritten. */
const switchNotices = (plant: Plant, notifications: boolean): ActionInput<'updatePlant'> => {
  const { plant_id: plantId, plantname, plant_type, timezone, address, version } = plant
  return { plantId, plant: { plantname, plant_type, timezone, address, notifications }, version }
}

function PlantSwitch({ plant }: { plant: Plant }) {
  const { t } = useTranslation('notices')
  const save = useActionMutation('updatePlant', { refresh: ['getPlantDetails', 'getNoticeSettings'] })
  const blockedReason = changeBlockedReason(plant, 'plant.administer', t('plant.only'))
  return (
    <Card title={t('plant.title')}>
      <div className={styles.notices}>
        <Switch
          label={t('plant.switch')}
          description={blockedReason}
          checked={plant.notifications}
          disabled={blockedReason !== undefined || save.isPending}
          onChange={(event) => save.mutate(switchNotices(plant, event.currentTarget.checked))}
        />
        <FormFailure error={save.error} />
      </div>
    </Card>
  )
}
