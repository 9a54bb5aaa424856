import { FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'
import { AttachProgress } from './AttachProgress.tsx'
import { usePhotoNotice } from './PhotoNotice.tsx'
import { type AttachOptions, useAttach } from './use-attach.ts'

/** Maximum pixels of the longer side of a photo: enough to read a label. */
const longestSide = 2048

/** Redraws a photo smaller and without metadata such as its location. Returns the original if it cannot be drawn. */
async function shrinkPhoto(photo: File): Promise<File> {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    if (!jpeg) return photo
    return new File([jpeg], `${photo.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
  } catch {
    return photo
  }
}

type AddPhotoProps = AttachOptions & {
  /** On a phone, opens the camera directly instead of asking for the source. */
  fromCamera?: boolean
  /** Why no more can be added. */
  full?: string | undefined
  /** In place of "Add a photo". */
  label?: string | undefined
}

/** Takes or picks a photo, reduces and uploads it; the notice about pictures is shown once before. */
export function AddPhoto({ fromCamera = false, full, label, ...options }: AddPhotoProps) {
  const { t } = useTranslation('attachments')
  const isDisconnected = useIsDisconnected()
  const resetFileInput = useRef<() => void>(null)
  const { attach, ...progress } = useAttach(options)
  const { notice, ...noticed } = usePhotoNotice(async ([photo]) => {
    if (photo) await attach([await shrinkPhoto(photo)])
  })
  const addPhoto = (photo: File | null) => {
    resetFileInput.current?.()
    if (photo) void noticed.choose([photo])
  }
  const blockedReason = isDisconnected && !options.keep ? t('photos.noLine') : full
  return (
    <>
      {notice}
      <AttachProgress {...progress} />
      <FileButton
        accept="image/*"
        {...(fromCamera && { capture: 'environment' })}
        resetRef={resetFileInput}
        onChange={addPhoto}
      >
        {({ onClick }) => (
          <ReasonButton
            variant="default"
            blockedReason={blockedReason}
            loading={progress.sending !== undefined}
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={onClick}
          >
            {label ?? t('photos.add')}
          </ReasonButton>
        )}
      </FileButton>
    </>
  )
}
