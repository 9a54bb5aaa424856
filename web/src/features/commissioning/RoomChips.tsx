import { Select } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useLampRooms } from '../rooms/index.ts'
import * as styles from './commissioning.module.css'
import { suggestRooms } from './walk-lamps.ts'

type ChipsProps = {
  value: string | null
  lamps: readonly WalkLamp[]
  onChange: (roomId: string | null) => void
  /** Asks for a new room beside the chosen one; missing without a network. */
  onNew: ((parentId: string | null) => void) | undefined
}

/** As many as a thumb can scroll; the others are found by search. */
const maxChips = 8

/** The room of a lamp, recently used ones first, or a new one. */
export function RoomChips({ value, lamps, onChange, onNew }: ChipsProps) {
  const { t } = useTranslation('commissioning')
  const { t: tLamps } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const { rooms, label } = useLampRooms(plantId)
  const [isSearching, setSearching] = useState(false)
  if (rooms.length === 0 && !onNew) return null
  const suggestedRooms = suggestRooms(rooms, lamps)
  const visibleRooms = suggestedRooms.slice(0, maxChips)
  const chips = value !== null && !visibleRooms.includes(value) ? [value, ...visibleRooms] : visibleRooms
  const beside = rooms.find(({ id }) => id === (value ?? suggestedRooms[0]))
  const nameOf = (id: string) => rooms.find((room) => room.id === id)?.name ?? label(id)
  return (
    <>
      <div className={styles.walkRoom}>
        <span className={styles.roomLabel} id="walk-room">
          {tLamps('word.room')}
        </span>
        <fieldset className={styles.walkChips} aria-labelledby="walk-room">
          {chips.map((id) => (
            <button
              key={id}
              type="button"
              title={label(id)}
              aria-pressed={id === value}
              onClick={() => onChange(id === value ? null : id)}
            >
              {nameOf(id)}
            </button>
          ))}
          {rooms.length > maxChips ? (
            <button type="button" aria-expanded={isSearching} onClick={() => setSearching(!isSearching)}>
              <IconSearch size={16} aria-hidden /> {t('otherRoom')}
            </button>
          ) : null}
          {onNew ? (
            <button type="button" onClick={() => onNew(beside?.parentId ?? null)}>
              <IconPlus size={16} aria-hidden /> {t('word.newRoom')}
            </button>
          ) : null}
        </fieldset>
      </div>
      {isSearching ? (
        <Select
          label={t('otherRoom')}
          searchable
          clearable
          value={value}
          onChange={(id) => {
            onChange(id)
            setSearching(false)
          }}
          nothingFoundMessage={t('noSuchRoom')}
          data={rooms
            .map(({ id }) => ({ value: id, label: label(id) }))
            .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))}
        />
      ) : null}
    </>
  )
}
