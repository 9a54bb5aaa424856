import { FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { lampPhotoLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callOnce } from '../../shared/api/call-once.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { codeText } from '../../shared/i18n/i18n.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useLiveStatus } from '../../shared/realtime/realtime.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { AttachProgress } from './AttachProgress.tsx'
import './attachments.css'
import { PhotoNotice } from './PhotoNotice.tsx'
import { shrinkPhoto } from './shrink-photo.ts'
import { useAttach } from './use-attach.ts'

type PhotosProps = {
  topic: string
  addr: number
  /** A phone opens its camera at once, instead of asking where the photo comes from. */
  fromCamera?: boolean
}

/** The photos of a lamp, for all members; who edits the plant adds and removes them. */
export function LampPhotos({ topic, addr, fromCamera = false }: PhotosProps) {
  const { t } = useTranslation('attachments')
  const { plantId, plant } = useOpenPlant()
  // Links to previews work for a minute, so an older answer is of no use.
  const photos = useAction('getLampPhotos', { plantId, topic, addr }, { gcTime: 0 })
  const mayEdit = roleMay(plant.role, 'plant.operate')
  const number = photos.data?.photos.length
  if (!mayEdit && number === 0) return null
  return (
    <section className="vx-panel-part vx-attach">
      <h3>{t('photos.title')}</h3>
      <Answered query={photos}>
        {({ photos: files }) =>
          files.length === 0 ? (
            <p className="vx-quiet">{t('photos.none')}</p>
          ) : (
            <ul className="vx-attachment-list">
              {files.map((file) => (
                <AttachmentRow
                  key={file.id}
                  plant={plant}
                  file={file}
                  removedBy="deleteLampPhoto"
                  mayRemove={mayEdit}
                />
              ))}
            </ul>
          )
        }
      </Answered>
      {mayEdit ? <AddPhoto {...{ topic, addr, fromCamera }} isFull={(number ?? 0) >= lampPhotoLimits.perLamp} /> : null}
    </section>
  )
}

function AddPhoto({ topic, addr, fromCamera = false, isFull }: PhotosProps & { isFull: boolean }) {
  const { t } = useTranslation('attachments')
  const { plantId } = useOpenPlant()
  const line = useLiveStatus()?.state
  const person = useAction('getUserInfos', {})
  const accepted = person.data?.user?.disclaimerPhotoAccepted
  const [waiting, setWaiting] = useState<File>()
  const forgetChoice = useRef<() => void>(null)
  const { attach, ...progress } = useAttach({
    most: lampPhotoLimits.bytes,
    askLeave: ({ size: bytes }) => callOnce('uploadLampPhoto', { plantId, topic, addr, bytes }),
    refresh: 'getLampPhotos',
  })
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
  const full = isFull ? codeText('errors', 'LAMP_PHOTO_LIMIT', { limit: lampPhotoLimits.perLamp }) : undefined
  const because = line === undefined || line === 'connected' ? full : t('photos.noLine')
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
