import { Alert } from '@mantine/core'
import type { OwnPlantNotices } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { ChoicesInDialog } from './ChoicesInDialog.tsx'

/** The person's notices of one own plant; each change is saved at once. */
export function OwnNoticesDialog({ plant, onClose }: { plant: OwnPlantNotices; onClose: () => void }) {
  const { t } = useTranslation('notices')
  return (
    <FormDialog title={t('own.dialog', { plant: plant.plantname })} unsaved={false} onClose={onClose}>
      {(close) => <Choices plantId={plant.plant_id} close={close} />}
    </FormDialog>
  )
}

function Choices({ plantId, close }: { plantId: string; close: () => void }) {
  const { t } = useTranslation('notices')
  const { plantOn, settings } = useAnswer('getNoticeSettings', { plantId })
  const save = useActionMutation('saveNotificationsOnProfile', {
    refresh: ['getNoticeSettings', 'getOwnNoticeSettings'],
  })
  return (
    <>
      {plantOn ? null : <Alert color="yellow">{t('plant.off')}</Alert>}
      <ChoicesInDialog
        plantId={plantId}
        settings={settings}
        save={save}
        close={close}
        onChange={(change) => save.mutate({ plantId, ...change })}
      />
    </>
  )
}
