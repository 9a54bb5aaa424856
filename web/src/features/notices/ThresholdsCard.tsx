import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import * as styles from './notices.module.css'
import { ThresholdsDialog } from './ThresholdsDialog.tsx'

/** The plant's settings of urgency, and the editor of its thresholds; the rest is shown next to each kind. */
export function ThresholdsCard({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation('notices')
  return (
    <Card title={t('thresholds.title')}>
      <div className={styles.notices}>
        <AnswerBoundary>
          <UrgentThresholds plant={plant} />
        </AnswerBoundary>
      </div>
    </Card>
  )
}

function UrgentThresholds({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation('notices')
  const { list } = useFormats()
  const { thresholds } = useAnswer('getNoticeThresholds', { plantId: plant.plant_id })
  const [open, setOpen] = useState(false)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('thresholds.text')}
      </Text>
      <Text size="sm">
        {t('thresholds.isUrgent', {
          kinds: list(['mainsFailure' as const, ...thresholds.urgent].map((kind) => t(`name.${kind}`))),
        })}
      </Text>
      <div>
        <ReasonButton
          variant="default"
          blockedReason={changeBlockedReason(plant, 'plant.administer', t('plant.only'))}
          onClick={() => setOpen(true)}
        >
          {t('thresholds.change')}
        </ReasonButton>
      </div>
      {open ? <ThresholdsDialog plant={plant} stored={thresholds} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
