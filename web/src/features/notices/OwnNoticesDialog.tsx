import { Alert } from '@mantine/core'
import type { OwnPlantNotices } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { ChoicesInDialog } from './ChoicesInDialog.tsx'

/** What the person is told about one of the own plants; each change is saved at once. */
export function OwnNoticesDialog({ plant, onClose }: { plant: OwnPlantNotices; onClose: () => void }) {
  const { t } = useTranslation('notices')
  const { plant_id: plantId, plantname } = plant
  const answer = useAction('getNoticeSettings', { plantId })
  const save = useActionMutation('saveNotificationsOnProfile', {
    refresh: ['getNoticeSettings', 'getOwnNoticeSettings'],
  })
  return (
    <FormDialog title={t('own.dialog', { plant: plantname })} unsaved={false} onClose={onClose}>
      {(close) => (
        <Answered query={answer}>
          {({ plantOn, settings }) => (
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
          )}
        </Answered>
      )}
    </FormDialog>
  )
}
