import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'

type PhotoNoticeProps = { opened: boolean; onAccepted: () => void; onCancel: () => void }

/** What somebody accepts once before the first photo or drawing; nothing is sent without it. */
export function PhotoNotice({ opened, onAccepted, onCancel }: PhotoNoticeProps) {
  const { t } = useTranslation('attachments')
  const accept = useActionMutation('saveDisclaimerPhoto', { refresh: ['getUserInfos'] })
  const confirm = async () => {
    await accept.mutateAsync({})
    onAccepted()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('notice.title')}
      confirmLabel={t('notice.accept')}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{t('notice.text')}</p>
      <p>{t('notice.once')}</p>
      <FormFailure error={accept.error} />
    </ConfirmDialog>
  )
}
