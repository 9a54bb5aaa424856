import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'

type PhotoNoticeProps = { opened: boolean; onAccepted: () => void; onCancel: () => void }

/** The notice to accept once before the first photo or drawing; nothing is sent without it. */
function PhotoNotice({ opened, onAccepted, onCancel }: PhotoNoticeProps) {
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

/** Sends chosen files after the notice about pictures is accepted, which is asked only once; Cancel sends nothing. */
export function usePhotoNotice(send: (files: readonly File[]) => void) {
  const person = useAction('getUserInfos', {})
  const [waitingFiles, setWaitingFiles] = useState<readonly File[]>([])
  const sendWaitingFiles = () => {
    setWaitingFiles([])
    send(waitingFiles)
  }
  return {
    choose: async (files: readonly File[]): Promise<void> => {
      const { data } = person.data ? person : await person.refetch()
      if (data && data.user.disclaimerPhotoAccepted === null) setWaitingFiles(files)
      else send(files)
    },
    notice: (
      <PhotoNotice
        opened={waitingFiles.length > 0}
        onAccepted={sendWaitingFiles}
        onCancel={() => setWaitingFiles([])}
      />
    ),
  }
}
