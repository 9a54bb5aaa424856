import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { entryPhotoLimits, type LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { fetchFile } from '../../shared/api/download.ts'
import { callOnce } from '../../shared/api/use-action.ts'
import { useQueryAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { AddPhoto } from '../attachments/index.ts'
import * as styles from './logbook.module.css'
import { useEntryTexts } from './use-entry-texts.ts'

type Props = { entry: LogbookEntry; photos: readonly LogbookEntry[] }

export function EntryPhotos({ entry, photos }: Props) {
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useCurrentPlant()
  const mayWrite = canChange(plant, 'plant.operate') && entry.kind !== 'photo' && entry.kind !== 'note'
  if (photos.length === 0 && !mayWrite) return null
  const limit = entryPhotoLimits.perEntry
  return (
    <section className={`${styles.entryPart} ${styles.entryPhotos}`}>
      <h3>{t('word.photos')}</h3>
      {photos.map((photo) => (
        <EntryPhoto key={photo.no} photo={photo} />
      ))}
      {mayWrite ? (
        <>
          <p className="vx-hint">{t('photos.sealed')}</p>
          <AddPhoto
            maxBytes={entryPhotoLimits.bytes}
            askLeave={({ size: bytes }) => callOnce('uploadEntryPhoto', { plantId, no: entry.no, bytes })}
            refresh="getLogbookEntry"
            full={photos.length >= limit ? errorText('errors', 'LOGBOOK_PHOTO_LIMIT', { limit }) : undefined}
          />
        </>
      ) : null}
    </section>
  )
}

/** One picture, fetched on request: each is several megabytes on a phone's line. */
export function EntryPhoto({ photo: { no, at } }: { photo: LogbookEntry }) {
  const { t } = useTranslation('logbook')
  const { dateTime } = useEntryTexts().formats
  const [shown, setShown] = useState(false)
  if (shown)
    return (
      <AnswerBoundary>
        <Picture no={no} label={t('photos.of', { at: dateTime(at) })} />
      </AnswerBoundary>
    )
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPhoto size={16} aria-hidden />}
      onClick={() => setShown(true)}
    >
      {t('photos.show', { at: dateTime(at) })}
    </Button>
  )
}

function Picture({ no, label }: { no: number; label: string }) {
  const { plantId } = useCurrentPlant()
  const content = useQueryAnswer<Blob>({
    queryKey: ['entryPhoto', plantId, no],
    queryFn: async () => fetchFile(await call('downloadEntryPhoto', { plantId, no })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(content)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [content])
  return address ? <img className={styles.entryPhoto} src={address} alt={label} /> : null
}
