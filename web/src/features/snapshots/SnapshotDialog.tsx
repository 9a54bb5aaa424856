import { Button, Select } from '@mantine/core'
import type { Snapshot } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { countDifferences } from './difference-texts.ts'

type DialogProps = { snapshotId: string; topic: string; onClose: () => void }

/** Differences between a unit and a snapshot, and the decision to restore it to this unit or another of its type. */
export function RestoreDialog(props: DialogProps) {
  const { t } = useTranslation('snapshots')
  return (
    <Dialog
      opened
      size="xl"
      onClose={props.onClose}
      title={
        <AnswerBoundary quiet skeleton={t('restore.heading')}>
          <Title {...props} />
        </AnswerBoundary>
      }
    >
      <RestoreSteps {...props} />
    </Dialog>
  )
}

function Title({ snapshotId }: DialogProps) {
  const { t } = useTranslation('snapshots')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const { snapshot } = useAnswer('getSnapshot', { plantId, snapshotId })
  return t('restore.title', { at: dateTime(snapshot.takenAt) })
}

function RestoreSteps({ snapshotId, topic, onClose }: DialogProps) {
  const { t } = useTranslation('snapshots')
  const { plantId, units } = useCurrentPlant()
  const { differences } = useAnswer('getSnapshot', { plantId, snapshotId })
  const restore = useActionMutation('restoreSnapshot', { refresh: ['getOperations'] })
  const type = units.find((unit) => topicOf(unit) === topic)?.cu_type
  const targets = units.filter((unit) => unit.cu_type === type && unit.connection !== 'notAcquired')
  const [target, setTarget] = useState(topic)
  const unit = useWhyNotCommand()(units.find((one) => topicOf(one) === target))
  const busy = useWhyNotBusy(target)
  const count = countDifferences(differences)
  const nothingToRestore = target === topic && differences.length === 0 ? t('same') : undefined
  const restoreUnit = async () => {
    const response = await restore.mutateAsync({ plantId, snapshotId, topic: target }).catch(() => undefined)
    if (response) onClose()
  }
  return (
    <>
      <p>{t('restore.text', { lamps: count.lamps, unit: count.unit })}</p>
      <DifferenceTable
        // The server compares snapshot to unit; the dialog shows the reverse direction, which is the effect of
        // restoring.
        differences={differences.map((one) => ({ ...one, before: one.after, after: one.before }))}
        before={t('word.now')}
        after={t('restore.then')}
        same={t('same')}
      />
      {targets.length > 1 ? (
        <Select
          mt="md"
          label={t('restore.into')}
          allowDeselect={false}
          value={target}
          onChange={(value) => setTarget(value ?? topic)}
          data={targets.map((targetUnit) => ({
            value: topicOf(targetUnit),
            label: [targetUnit.cu_id, targetUnit.description].filter(Boolean).join(' · '),
          }))}
        />
      ) : null}
      <FormFailure error={restore.error} />
      <FormFoot end>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <ReasonButton
          blockedReason={unit ?? busy ?? nothingToRestore}
          loading={restore.isPending}
          onClick={() => void restoreUnit()}
        >
          {t('restore.go')}
        </ReasonButton>
      </FormFoot>
    </>
  )
}

/** Differences from the first to the second of two snapshots. */
export function CompareDialog({ first, second, onClose }: { first: Snapshot; second: Snapshot; onClose: () => void }) {
  const { t } = useTranslation('snapshots')
  return (
    <Dialog opened size="xl" onClose={onClose} title={t('compare.title')}>
      <Comparison first={first} second={second} />
    </Dialog>
  )
}

function Comparison({ first, second }: { first: Snapshot; second: Snapshot }) {
  const { t } = useTranslation('snapshots')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const { differences } = useAnswer('compareSnapshots', { plantId, snapshotId: first.id, otherId: second.id })
  return (
    <DifferenceTable
      differences={differences}
      before={dateTime(first.takenAt)}
      after={dateTime(second.takenAt)}
      same={t('compare.same')}
    />
  )
}
