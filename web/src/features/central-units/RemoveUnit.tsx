import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useCommand } from '../../shared/plant/use-command.ts'
import { topicOf } from './unit.ts'
import { useWhyNotAllowed } from './why-not.ts'

/**
 * Removes a unit from the plant. A connected unit is reset to factory state first; an offline one can only be removed
 * here, and stays bound until it is reset by hand.
 */
export function RemoveUnit({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const [openDialog, setOpenDialog] = useState<'release' | 'remove' | undefined>()
  const release = useActionMutation('deEnrollCu')
  const remove = useActionMutation('removeCu', { refresh: ['getPlantDetails'] })
  const command = useCommand(plantId, release.data)
  const target = { plantId, topic: topicOf(unit) }
  const isUnreachable = unit.connection !== 'connected'
  const confirm = async () => {
    if (openDialog === 'remove') {
      // The unit may have connected meanwhile, which causes a refusal; its text appears above the button.
      await remove.mutateAsync(target).catch(() => undefined)
    } else {
      try {
        await release.mutateAsync(target)
      } catch (error) {
        if (failureOf(error).code === 'UNIT_UNREACHABLE') {
          setOpenDialog('remove')
          return
        }
      }
    }
    setOpenDialog(undefined)
  }
  const text = unit.connection === 'notAcquired' ? 'orphanText' : openDialog === 'remove' ? 'unreachableText' : 'text'
  return (
    <section className="vx-panel-part">
      {command ? (
        <CommandProgress
          command={command}
          action={
            command.error === 'refused' ? null : (
              <ReasonButton variant="default" size="compact-sm" onClick={() => setOpenDialog('remove')}>
                {t('remove.anyway')}
              </ReasonButton>
            )
          }
        />
      ) : null}
      <FormFailure error={release.error ?? remove.error} />
      <ReasonButton
        variant="outline"
        color="red"
        blockedReason={blockedReason}
        onClick={() => setOpenDialog(isUnreachable ? 'remove' : 'release')}
      >
        {t('remove.button')}
      </ReasonButton>
      <ConfirmDialog
        opened={openDialog !== undefined}
        destructive
        title={t('remove.title', { serial: unit.cu_id })}
        confirmLabel={openDialog === 'remove' ? t('remove.anyway') : t('remove.confirm')}
        cancelLabel={t('remove.keep')}
        typed={unit.cu_id}
        onConfirm={confirm}
        onCancel={() => setOpenDialog(undefined)}
      >
        {t(`remove.${text}`, { serial: unit.cu_id, count: unit.lamps.found })}
      </ConfirmDialog>
    </section>
  )
}
