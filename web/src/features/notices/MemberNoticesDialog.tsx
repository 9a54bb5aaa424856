import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { ChoicesInDialog } from './ChoicesInDialog.tsx'

type MemberNoticesDialogProps = { plantId: string; member: PlantUser; onClose: () => void }

/** Another member's notices of the plant; each change is saved at once. */
export function MemberNoticesDialog({ plantId, member, onClose }: MemberNoticesDialogProps) {
  const { t } = useTranslation('notices')
  return (
    <FormDialog title={t('member.title', { name: member.name })} unsaved={false} onClose={onClose}>
      {(close) => <Choices input={{ plantId, userId: member.userid }} close={close} />}
    </FormDialog>
  )
}

function Choices({ input, close }: { input: ActionInput<'getMemberNoticeSettings'>; close: () => void }) {
  const { settings } = useAnswer('getMemberNoticeSettings', input)
  const save = useActionMutation('saveMemberNotifications', { refresh: ['getMemberNoticeSettings', 'getPlantUsers'] })
  return (
    <ChoicesInDialog
      plantId={input.plantId}
      settings={settings}
      save={save}
      close={close}
      onChange={(change) => save.mutate({ ...input, ...change })}
    />
  )
}
