import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconMapPin, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../shared/form/ChangedMeanwhile.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { codeText } from '../../shared/i18n/i18n.ts'
import { lampNumber } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useLampRooms } from '../rooms/index.ts'
import { type ChangeKept, canGo, changedPlace, type KeptPlace } from './kept-places.ts'

type KeptProps = { places: readonly KeptPlace[]; change: ChangeKept; sent: number; isAway: boolean }

/** What waits on this device, each with why it has not gone; and how much went out. */
export function KeptPlaces({ places, change, sent, isAway }: KeptProps) {
  const { t } = useTranslation('commissioning')
  const [removed, setRemoved] = useState<KeptPlace>()
  const remove = (place: KeptPlace) => {
    setRemoved(place)
    change((before) => ({ ...before, places: changedPlace(before.places, place.key, () => null) }))
  }
  const putBack = () => {
    if (removed) change((before) => ({ ...before, places: [...before.places, removed] }))
    setRemoved(undefined)
  }
  if (places.length === 0 && !removed)
    return sent > 0 && !isAway ? (
      <p className="vx-walk-sent" role="status">
        {t('waiting.sent', { count: sent })}
      </p>
    ) : null
  return (
    <details className="vx-card vx-walk-kept" open={!places.every(canGo)}>
      <summary>
        <IconChevronDown size={18} aria-hidden />
        {t('waiting.title')}
        <span>{places.length}</span>
      </summary>
      <ul>
        {places.map((place) => (
          <KeptRow key={place.key} place={place} change={change} onRemove={() => remove(place)} />
        ))}
      </ul>
      {removed ? (
        <p role="status">
          {t('waiting.removed', { number: removed.addr === null ? removed.serial : lampNumber(removed.addr) })}{' '}
          <button type="button" className="vx-linklike" onClick={putBack}>
            {t('waiting.undo')}
          </button>
        </p>
      ) : null}
    </details>
  )
}

type RowProps = { place: KeptPlace; change: ChangeKept; onRemove: () => void }

function KeptRow({ place: kept, change, onRemove }: RowProps) {
  const { t } = useTranslation('commissioning')
  const { t: tLamps } = useTranslation('lamps')
  const { plantId, plant } = useOpenPlant()
  const { label } = useLampRooms(plantId)
  const { time } = useFormats(plant.timezone)
  const { addr, serial, place, theirs, refusal, at, key } = kept
  const number = addr === null ? serial : lampNumber(addr)
  const keepMine = () =>
    change(({ places, draft }) => ({
      draft,
      places: changedPlace(places, key, ({ theirs: told, ...one }) => ({
        ...one,
        version: told?.version ?? one.version,
      })),
    }))
  return (
    <li>
      <div className="vx-walk-kept-row">
        <IconMapPin size={20} stroke={1.6} aria-hidden />
        <span>
          <b>{t('lamp', { number })}</b>
          <small>{[place.roomId ? label(place.roomId) : '', place.location].filter(Boolean).join(', ')}</small>
        </span>
        <time dateTime={at}>{time(at)}</time>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('waiting.remove', { number })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {refusal ? <p className="vx-refusal">{codeText('errors', refusal) ?? refusal}</p> : null}
      {theirs ? (
        <ChangedMeanwhile
          texts={[
            { label: tLamps('form.place'), theirs: theirs.location, mine: place.location },
            { label: tLamps('form.description'), theirs: theirs.description, mine: place.description },
          ].filter((text) => text.theirs !== text.mine)}
          onTheirs={onRemove}
          onMine={keepMine}
        />
      ) : null}
    </li>
  )
}
