import { useQueryClient } from '@tanstack/react-query'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actionKey, useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Cause } from '../../shared/layout/Cause.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf } from './unit.ts'
import { useWhyNotAllowed } from './why-not.ts'

/**
 * The unit reports as new: only a person knows whether it was reset to factory state or replaced by another box. Until somebody
 * answers, its data stays as it was.
 */
export function ReportsAsNew({ unit, since }: { unit: CentralUnit; since: string }) {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const go = useNavigateTo()
  const queries = useQueryClient()
  const because = useWhyNotAllowed()
  const [asking, setAsking] = useState<'take' | 'leave' | undefined>()
  const answer = useActionMutation('replacedCu', { refresh: ['getPlantDetails'] })
  const of = { plantId, topic: topicOf(unit) }
  const toKeys = () => {
    // The last enrolment belongs to the previous life.
    queries.removeQueries({ queryKey: actionKey('enrollCuAck', of) })
    go(pathTo('addUnit', { plantId }, { type: unit.cu_type, serial: unit.cu_id }))
  }
  const confirm = async () => {
    const replaced = asking === 'take'
    const done = await answer.mutateAsync({ ...of, replaced }).catch(() => undefined)
    setAsking(undefined)
    if (done && replaced) toKeys()
  }
  return (
    <Cause state="offline" title={t('stranger.title', { since: dateTime(since) })}>
      <p>{t('stranger.text')}</p>
      <FormFailure error={answer.error} />
      <div className="vx-actions">
        <ReasonButton size="compact-sm" because={because} onClick={toKeys}>
          {t('stranger.same')}
        </ReasonButton>
        <ReasonButton variant="default" size="compact-sm" because={because} onClick={() => setAsking('take')}>
          {t('stranger.take')}
        </ReasonButton>
        <ReasonButton variant="default" size="compact-sm" because={because} onClick={() => setAsking('leave')}>
          {t('stranger.leave')}
        </ReasonButton>
      </div>
      <ConfirmDialog
        opened={asking !== undefined}
        destructive={asking === 'take'}
        title={t(asking === 'leave' ? 'stranger.leaveTitle' : 'stranger.takeTitle', { serial: unit.cu_id })}
        confirmLabel={t(asking === 'leave' ? 'stranger.leave' : 'stranger.take')}
        onConfirm={confirm}
        onCancel={() => setAsking(undefined)}
      >
        {t(asking === 'leave' ? 'stranger.leaveText' : 'stranger.takeText')}
      </ConfirmDialog>
    </Cause>
  )
}
