import { Text } from '@mantine/core'
import type { Escalation } from '@vigilux/contract/features/notices/escalation.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { EscalationDialog, minuteMs } from './EscalationDialog.tsx'
import * as styles from './notices.module.css'
import { OpenEscalations } from './OpenEscalations.tsx'

type Plant = PlantDetails['plant']

/** The people who are notified one after the other until somebody acknowledges, editable with permission. */
export function EscalationCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('notices')
  return (
    <Card title={t('escalation.title')}>
      <div className={styles.notices}>
        <AnswerBoundary>
          <PeopleInOrder plant={plant} />
        </AnswerBoundary>
      </div>
    </Card>
  )
}

function PeopleInOrder({ plant }: { plant: Plant }) {
  const { t } = useTranslation('notices')
  const { escalation } = useAnswer('getEscalation', { plantId: plant.plant_id })
  const [open, setOpen] = useState(false)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('escalation.text')}
      </Text>
      <Rule escalation={escalation} />
      <div>
        <ReasonButton
          variant="default"
          blockedReason={changeBlockedReason(plant, 'plant.administer', t('plant.only'))}
          onClick={() => setOpen(true)}
        >
          {t('escalation.change')}
        </ReasonButton>
      </div>
      <OpenEscalations plant={plant} />
      {open ? <EscalationDialog plant={plant} escalation={escalation} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Rule({ escalation: { on, afterMinutes, kinds, people } }: { escalation: Escalation }) {
  const { t } = useTranslation('notices')
  const { duration, list } = useFormats()
  if (!on) return <Text size="sm">{t('escalation.off')}</Text>
  if (people.length === 0) return <StatusInline state="warning" cause={t('escalation.nobody')} />
  return (
    <>
      <ol className={styles.escalationPeople}>
        {people.map(({ userid, name, isMember }) => (
          <li key={userid}>
            {name || t('history.former')}{' '}
            {isMember ? null : <StatusInline state="warning" cause={t('escalation.former')} />}
          </li>
        ))}
      </ol>
      <Text size="sm">{t('escalation.after', { time: duration(afterMinutes * minuteMs) })}</Text>
      <Text size="sm">
        {kinds.length === 0
          ? t('escalation.noKind')
          : t('escalation.kinds', { kinds: list(kinds.map((kind) => t(`name.${kind}`))) })}
      </Text>
    </>
  )
}
