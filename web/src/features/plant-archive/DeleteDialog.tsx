import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { plantContents } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useLogbookExport } from '../logbook/index.ts'
import * as styles from './plant-archive.module.css'

type DialogProps = { plant: PlantDetails['plant']; onClose: () => void }

/** The contents lost by the deletion, the logbook to download first, and the name to type. */
export function DeleteDialog({ plant, onClose }: DialogProps) {
  const { t } = useTranslation('plant-archive')
  const navigateTo = useNavigateTo()
  const { plant_id: plantId, plantname } = plant
  const save = useLogbookExport(plantId)
  const remove = useActionMutation('removePlant')
  const confirm = async () => {
    await remove.mutateAsync({ plantId, plantname })
    toastDone(t('remove.done', { name: plantname }))
    navigateTo.replace(pathTo('home'))
  }
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('remove.title', { name: plantname })}
      confirmLabel={t('remove.confirm')}
      cancelLabel={t('remove.keep')}
      typed={plantname}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('remove.lost')}</p>
      <AnswerBoundary>
        <Contents plantId={plantId} />
      </AnswerBoundary>
      <p>{t('remove.released')}</p>
      <p>{t('remove.exportText')}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('remove.export')}
      </Button>
      <FormFailure error={save.error ?? remove.error} />
    </ConfirmDialog>
  )
}

function Contents({ plantId }: { plantId: string }) {
  const { contents, restoreDays } = useAnswer('getPlantContents', { plantId })
  const { t } = useTranslation('plant-archive')
  const { number } = useFormats()
  return (
    <>
      <dl className={styles.lost}>
        {plantContents.map((name) => (
          <div key={name}>
            <dt>{t(`content.${name}`)}</dt>
            <dd>{number(contents[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('remove.days', { days: number(restoreDays) })}</p>
    </>
  )
}
