import { lampPhotoLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { callOnce } from '../../shared/api/use-action.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { addEntry } from '../outbox/index.ts'
import { AddPhoto } from './AddPhoto.tsx'
import { AttachmentRow } from './AttachmentRow.tsx'
import * as styles from './attachments.module.css'
import { useLampPhotos } from './use-lamp-photos.ts'

type PhotosProps = {
  topic: string
  addr: number
  /** On a phone, opens the camera directly instead of asking for the source. */
  fromCamera?: boolean
}

/** The photos of a lamp, for all members; editors of the plant add and remove them. */
export function LampPhotos({ topic, addr, fromCamera = false }: PhotosProps) {
  const { t } = useTranslation('attachments')
  const { plant } = useCurrentPlant()
  // Preview links are valid for a minute, so an older answer is useless. Offline the photos may be unknown; new ones
  // can still be added.
  const photos = useLampPhotos(topic, addr)
  const mayEdit = canChange(plant, 'plant.operate')
  if (!mayEdit && photos?.length === 0) return null
  return (
    <section className={`vx-panel-part ${styles.attach}`}>
      <h3>{t('word.photos')}</h3>
      {photos === undefined || photos.length === 0 ? (
        <p className="vx-quiet">{t(photos ? 'photos.none' : 'photos.unknown')}</p>
      ) : (
        <ul className={styles.attachmentList}>
          {photos.map((file) => (
            <AttachmentRow key={file.id} plant={plant} file={file} removedBy="deleteLampPhoto" mayRemove={mayEdit} />
          ))}
        </ul>
      )}
      <AddLampPhoto topic={topic} addr={addr} fromCamera={fromCamera} />
    </section>
  )
}

/** Adds a photo of a lamp; absent for those who may not. */
export function AddLampPhoto({ topic, addr, fromCamera = false, label }: PhotosProps & { label?: string }) {
  const { plantId, plant } = useCurrentPlant()
  const photos = useLampPhotos(topic, addr)
  const storeOffline = (file: File) =>
    addEntry({
      plantId,
      plantName: plant.plantname,
      action: 'uploadLampPhoto',
      name: lampNumber(addr),
      detail: '',
      file,
      of: `photo ${crypto.randomUUID()}`,
      input: { plantId, topic, addr },
    })
  if (!canChange(plant, 'plant.operate')) return null
  const isFull = photos !== undefined && photos.length >= lampPhotoLimits.perLamp
  return (
    <AddPhoto
      fromCamera={fromCamera}
      label={label}
      maxBytes={lampPhotoLimits.bytes}
      askLeave={({ size: bytes }) => callOnce('uploadLampPhoto', { plantId, topic, addr, bytes })}
      refresh="getLampPhotos"
      keep={storeOffline}
      full={isFull ? errorText('errors', 'LAMP_PHOTO_LIMIT', { limit: lampPhotoLimits.perLamp }) : undefined}
    />
  )
}
