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
 * Removes a unit from the plant. A connected unit is reset to factory state first; an offline one can only be removed here, and
 * stays bound until it is reset by hand.
 */
export function RemoveUnit({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const because = useWhyNotAllowed()
  const [asking, setAsking] = useState<'release' | 'remove' | undefined>()
  const release = useActionMutation('deEnrollCu')
  const remove = useActionMutation('removeCu', { refresh: ['getPlantDetails'] })
  const command = useCommand(plantId, release.data)
  const of = { plantId, topic: topicOf(unit) }
  const unreachable = unit.connection !== 'connected'
  const confirm = async () => {
    if (asking === 'remove') {
      // The unit may have connected meanwhile, which causes a refusal; its text appears above the button.
      await remove.mutateAsync(of).catch(() => undefined)
    } else {
      try {
        await release.mutateAsync(of)
      } catch (error) {
        if (failureOf(error).code === 'UNIT_UNREACHABLE') {
          setAsking('remove')
          return
        }
      }
    }
    setAsking(undefined)
  }
  const text = unit.connection === 'notAcquired' ? 'orphanText' : asking === 'remove' ? 'unreachableText' : 'text'
  return (
    <section className="vx-panel-part">
      {command ? (
        <CommandProgress
          command={command}
          action={
            command.error === 'refused' ? null : (
              <ReasonButton variant="default" size="compact-sm" onClick={() => setAsking('remove')}>
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
        because={because}
        onClick={() => setAsking(unreachable ? 'remove' : 'release')}
      >
        {t('remove.button')}
      </ReasonButton>
      <ConfirmDialog
        opened={asking !== undefined}
        destructive
        title={t('remove.title', { serial: unit.cu_id })}
        confirmLabel={asking === 'remove' ? t('remove.anyway') : t('remove.confirm')}
        cancelLabel={t('remove.keep')}
        typed={unit.cu_id}
        onConfirm={confirm}
        onCancel={() => setAsking(undefined)}
      >
        {t(`remove.${text}`, { serial: unit.cu_id, count: unit.lamps.found })}
      </ConfirmDialog>
    </section>
  )
}
