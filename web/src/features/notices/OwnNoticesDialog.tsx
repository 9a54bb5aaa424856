import { Alert, Button } from '@mantine/core'
import type { OwnPlantNotices } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'

/** What the person is told about one of the own plants; each change is saved at once. */
export function OwnNoticesDialog({ plant, onClose }: { plant: OwnPlantNotices; onClose: () => void }) {
  const { t } = useTranslation('notices')
  const { t: tShared } = useTranslation('shared')
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
              <NoticeChoices
                settings={settings}
                disabled={save.isPending}
                onChange={(change) => save.mutate({ plantId, ...change })}
              />
              <FormFailure error={save.error} />
              <FormFoot end>
                <Button variant="default" onClick={close}>
                  {tShared('close')}
                </Button>
              </FormFoot>
            </>
          )}
        </Answered>
      )}
    </FormDialog>
  )
}
