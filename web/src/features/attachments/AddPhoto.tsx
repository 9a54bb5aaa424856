import { FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useIsAway } from '../../shared/realtime/line.ts'
import { AttachProgress } from './AttachProgress.tsx'
import './attachments.css'
import { PhotoNotice } from './PhotoNotice.tsx'
import { shrinkPhoto } from './shrink-photo.ts'
import { type AttachOptions, useAttach } from './use-attach.ts'

type AddPhotoProps = AttachOptions & {
  /** A phone opens its camera at once, instead of asking where the photo comes from. */
  fromCamera?: boolean
  /** Why there may be no more of them. */
  full?: string | undefined
}

/** Takes a photo or asks for one, makes it small, and sends it; the notice on pictures is shown once before. */
export function AddPhoto({ fromCamera = false, full, ...options }: AddPhotoProps) {
  const { t } = useTranslation('attachments')
  const isAway = useIsAway()
  const person = useAction('getUserInfos', {})
  const accepted = person.data?.user?.disclaimerPhotoAccepted
  const [waiting, setWaiting] = useState<File>()
  const forgetChoice = useRef<() => void>(null)
  const { attach, ...progress } = useAttach(options)
  const send = async (photo: File) => attach([await shrinkPhoto(photo)])
  const choose = (photo: File | null) => {
    forgetChoice.current?.()
    if (!photo) return
    if (accepted === null) setWaiting(photo)
    else void send(photo)
  }
  const goOn = () => {
    if (waiting) void send(waiting)
    setWaiting(undefined)
  }
  const because = isAway && !options.keep ? t('photos.noLine') : full
  return (
    <>
      <PhotoNotice opened={waiting !== undefined} onAccepted={goOn} onCancel={() => setWaiting(undefined)} />
      <AttachProgress {...progress} />
      <FileButton
        accept="image/*"
        {...(fromCamera && { capture: 'environment' })}
        resetRef={forgetChoice}
        onChange={choose}
      >
        {({ onClick }) => (
          <ReasonButton
            variant="default"
            because={because}
            loading={progress.sending !== undefined || person.isPending}
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={onClick}
          >
            {t('photos.add')}
          </ReasonButton>
        )}
      </FileButton>
    </>
  )
}
