import { Text } from '@mantine/core'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ExportCard } from './ExportCard.tsx'

type Plant = PlantDetails['plant']

/** Cards to export, archive or delete a plant. */
export function ArchiveCards({ plant }: { plant: Plant }) {
  return (
    <>
      <ExportCard plant={plant} />
      <ArchiveCard plant={plant} />
      <DeleteCard plant={plant} />
    </>
  )
}

function ArchiveCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plant-archive')
  const [isConfirming, setConfirming] = useState(false)
  const refresh = ['getPlantDetails', 'getAllPlants'] as const
  const archive = useActionMutation('archivePlant', { refresh })
  const restorePlant = useActionMutation('unarchivePlant', { refresh })
  const { plant_id: plantId, plantname: name, archived_at: since } = plant
  const blockedReason = roleMay(plant.role, 'plant.administer') ? undefined : t('archive.whyNot')
  const confirm = async () => {
    await archive.mutateAsync({ plantId })
    setConfirming(false)
    toastDone(t('archive.done', { name }))
  }
  const back = async () => {
    await restorePlant.mutateAsync({ plantId })
    toastDone(t('archive.backDone', { name }))
  }
  return (
    <Card title={t('archive.section')}>
      <div className={formStyles.settingsBody}>
        <Text size="sm" mb={12}>
          {t('archive.text')}
        </Text>
        {since ? (
          <ReasonButton
            blockedReason={blockedReason}
            loading={restorePlant.isPending}
            onClick={() => void back().catch(() => undefined)}
          >
            {t('archive.back')}
          </ReasonButton>
        ) : (
          <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => setConfirming(true)}>
            {t('archive.open')}
          </ReasonButton>
        )}
        <FormFailure error={restorePlant.error} />
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={t('archive.title', { name })}
        confirmLabel={t('archive.confirm')}
        cancelLabel={t('archive.keep')}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('archive.consequence')}</p>
        <FormFailure error={archive.error} />
      </ConfirmDialog>
    </Card>
  )
}

function DeleteCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plant-archive')
  const [isConfirming, setConfirming] = useState(false)
  const mayAdminister = roleMay(plant.role, 'plant.administer')
  return (
    <Card title={t('remove.section')}>
      <div className={formStyles.settingsBody}>
        <Text size="sm" mb={12}>
          {t('remove.text')}
        </Text>
        <ReasonButton
          variant="outline"
          color="red"
          c="var(--mantine-color-error)"
          blockedReason={mayAdminister ? undefined : t('archive.whyNot')}
          onClick={() => setConfirming(true)}
        >
          {t('remove.open')}
        </ReasonButton>
      </div>
      {isConfirming ? <DeleteDialog plant={plant} onClose={() => setConfirming(false)} /> : null}
    </Card>
  )
}
