import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconCheck, IconClockPause, IconMapPin, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../shared/form/ChangedMeanwhile.tsx'
import { fileSize } from '../../shared/format/file-size.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import type { Entry } from './entry.ts'
import * as styles from './outbox.module.css'
import { changeEntry, removeEntry, restoreEntry } from './outbox.ts'
import { sendEntries } from './send-entries.ts'

const icons = {
  saveWalkLamp: IconMapPin,
  uploadLampPhoto: IconCamera,
  completeRoundItem: IconCheck,
  postponeRoundItem: IconClockPause,
}

type Removed = NonNullable<Awaited<ReturnType<typeof removeEntry>>>

/** Outbox entries, each with the reason why it was not sent; a removed entry can be restored. */
export function OutboxList({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('outbox')
  const [removedEntry, setRemovedEntry] = useState<Removed>()
  const isOnePlant = new Set(entries.map(({ plantId }) => plantId)).size < 2
  const back = () => {
    if (removedEntry) void restoreEntry(removedEntry)
    setRemovedEntry(undefined)
  }
  return (
    <>
      <ul className={styles.outbox}>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            plant={isOnePlant ? '' : entry.plantName}
            onRemove={async () => setRemovedEntry(await removeEntry(entry.id))}
          />
        ))}
      </ul>
      {removedEntry ? (
        <p role="status" className={styles.outboxRemoved}>
          {t('removed', { what: describeEntry(removedEntry.entry, t) })}{' '}
          <button type="button" className="vx-linklike" onClick={back}>
            {t('undo')}
          </button>
        </p>
      ) : null}
    </>
  )
}

type Texts = ReturnType<typeof useTranslation<'outbox'>>['t']

const describeEntry = ({ action, name }: Entry, t: Texts): string => t(`what.${action}`, { name })

type RowProps = { entry: Entry; plant: string; onRemove: () => void }

function Row({ entry, plant, onRemove }: RowProps) {
  const { t } = useTranslation('outbox')
  const formats = useFormats(browserTimeZone)
  const { action, at, detail, refusal, theirs } = entry
  const Icon = icons[action]
  const title = describeEntry(entry, t)
  const sendAgain = () => {
    const { refusal: _, ...free } = entry
    void changeEntry(free).then(sendEntries)
  }
  return (
    <li>
      <div className={styles.outboxRow}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span>
          <b>{title}</b>
          <small>
            {[detail || (entry.bytes > 0 ? fileSize(entry.bytes, formats) : ''), plant].filter(Boolean).join(' · ')}
          </small>
        </span>
        <time dateTime={at}>{formats.time(at)}</time>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('remove', { what: title })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {refusal ? (
        <p className={layoutStyles.refusal}>
          {refusal === 'PLANT_NOT_FOUND' ? t('plantGone') : (errorText('errors', refusal) ?? refusal)}{' '}
          <Button size="compact-sm" variant="default" onClick={sendAgain}>
            {t('again')}
          </Button>
        </p>
      ) : null}
      {theirs ? <Conflict entry={entry} theirs={theirs} onTheirs={onRemove} /> : null}
    </li>
  )
}

type ConflictProps = { entry: Entry; theirs: NonNullable<Entry['theirs']>; onTheirs: () => void }

/** Another person changed the lamp's texts meanwhile: shows both for a choice. */
function Conflict({ entry, theirs, onTheirs }: ConflictProps) {
  const { t } = useTranslation('outbox')
  const ownPlace = entry.input.place as { location: string; description: string }
  const keepOwnPlace = () => {
    const { theirs: _, ...free } = entry
    void changeEntry({ ...free, input: { ...entry.input, version: theirs.version } }).then(sendEntries)
  }
  return (
    <ChangedMeanwhile
      texts={[
        { label: t('word.place'), theirs: theirs.location, mine: ownPlace.location },
        { label: t('description'), theirs: theirs.description, mine: ownPlace.description },
      ].filter((text) => text.theirs !== text.mine)}
      onTheirs={onTheirs}
      onMine={keepOwnPlace}
    />
  )
}
