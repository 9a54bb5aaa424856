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
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf } from './unit.ts'
import { useWhyNotAllowed } from './why-not.ts'

/**
 * The unit reports as new: only a person knows whether it was reset to factory state or replaced by another box. Until
 * somebody answers, its data stays as it was.
 */
export function ReportsAsNew({ unit, since }: { unit: CentralUnit; since: string }) {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const navigateTo = useNavigateTo()
  const queries = useQueryClient()
  const blockedReason = useWhyNotAllowed()
  const [openDialog, setOpenDialog] = useState<'take' | 'leave' | undefined>()
  const confirmReplacement = useActionMutation('replacedCu', { refresh: ['getPlantDetails'] })
  const target = { plantId, topic: topicOf(unit) }
  const goToKeysStep = () => {
    // The last enrolment belongs to the previous life.
    queries.removeQueries({ queryKey: actionKey('enrollCuAck', target) })
    navigateTo(pathTo('addUnit', { plantId }, { type: unit.cu_type, serial: unit.cu_id }))
  }
  const confirm = async () => {
    const isReplaced = openDialog === 'take'
    const done = await confirmReplacement.mutateAsync({ ...target, replaced: isReplaced }).catch(() => undefined)
    setOpenDialog(undefined)
    if (done && isReplaced) goToKeysStep()
  }
  return (
    <Cause state="offline" title={t('unknownUnit.title', { since: dateTime(since) })}>
      <p>{t('unknownUnit.text')}</p>
      <FormFailure error={confirmReplacement.error} />
      <div className={layoutStyles.actions}>
        <ReasonButton size="compact-sm" blockedReason={blockedReason} onClick={goToKeysStep}>
          {t('unknownUnit.same')}
        </ReasonButton>
        <ReasonButton
          variant="default"
          size="compact-sm"
          blockedReason={blockedReason}
          onClick={() => setOpenDialog('take')}
        >
          {t('unknownUnit.take')}
        </ReasonButton>
        <ReasonButton
          variant="default"
          size="compact-sm"
          blockedReason={blockedReason}
          onClick={() => setOpenDialog('leave')}
        >
          {t('unknownUnit.leave')}
        </ReasonButton>
      </div>
      <ConfirmDialog
        opened={openDialog !== undefined}
        destructive={openDialog === 'take'}
        title={t(openDialog === 'leave' ? 'unknownUnit.leaveTitle' : 'unknownUnit.takeTitle', { serial: unit.cu_id })}
        confirmLabel={t(openDialog === 'leave' ? 'unknownUnit.leave' : 'unknownUnit.take')}
        onConfirm={confirm}
        onCancel={() => setOpenDialog(undefined)}
      >
        {t(openDialog === 'leave' ? 'unknownUnit.leaveText' : 'unknownUnit.takeText')}
      </ConfirmDialog>
    </Cause>
  )
}
