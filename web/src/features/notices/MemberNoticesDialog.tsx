import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { ChoicesInDialog } from './ChoicesInDialog.tsx'

type MemberNoticesDialogProps = { plantId: string; member: PlantUser; onClose: () => void }

/** What another member is told about the plant; each change is saved at once. */
export function MemberNoticesDialog({ plantId, member, onClose }: MemberNoticesDialogProps) {
  const { t } = useTranslation('notices')
  const input = { plantId, userId: member.userid }
  const answer = useAction('getMemberNoticeSettings', input)
  const save = useActionMutation('saveMemberNotifications', { refresh: ['getMemberNoticeSettings', 'getPlantUsers'] })
  return (
    <FormDialog title={t('member.title', { name: member.name })} unsaved={false} onClose={onClose}>
      {(close) => (
        <Answered query={answer}>
          {({ settings }) => (
            <ChoicesInDialog
              plantId={plantId}
              settings={settings}
              save={save}
              close={close}
              onChange={(change) => save.mutate({ ...input, ...change })}
            />
          )}
        </Answered>
      )}
    </FormDialog>
  )
}
