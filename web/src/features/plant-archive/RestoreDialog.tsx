import { Button } from '@mantine/core'
import type { DeletedPlant, RestoredUnit } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './plant-archive.module.css'

type DialogProps = { plant: DeletedPlant; onClose: () => void }

/** Confirms and restores, and then reports the outcome for each unit. */
export function RestoreDialog({ plant, onClose }: DialogProps) {
  const { t } = useTranslation('plant-archive')
  const restore = useActionMutation('restorePlant', { refresh: ['getDeletedPlants', 'getAllPlants'] })
  const { plant_id: plantId, plantname: name } = plant
  if (restore.data)
    return (
      <Dialog opened onClose={onClose} title={t('deleted.doneTitle', { name })}>
        <Units units={restore.data.units} />
        <FormFoot end>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button component={AppLink} to={pathTo('plantOverview', { plantId })}>
            {t('word.openThePlant')}
          </Button>
        </FormFoot>
      </Dialog>
    )
  return (
    <ConfirmDialog
      opened
      title={t('deleted.restoreTitle', { name })}
      confirmLabel={t('deleted.confirm')}
      cancelLabel={t('deleted.keep')}
      onConfirm={() => restore.mutateAsync({ plantId })}
      onCancel={onClose}
    >
      <p>{t('deleted.restoreText')}</p>
      <FormFailure error={restore.error} />
    </ConfirmDialog>
  )
}

function Units({ units }: { units: readonly RestoredUnit[] }) {
  const { t } = useTranslation('plant-archive')
  if (units.length === 0) return <p>{t('deleted.noUnits')}</p>
  return (
    <ul className={styles.restored}>
      {units.map(({ topic, type_name, cu_id, description, became }) => (
        <li key={topic}>
          <b>{[type_name, cu_id, description].filter(Boolean).join(' ')}</b>
          <span>{t(`became.${became}`)}</span>
        </li>
      ))}
    </ul>
  )
}
