import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Room } from '@vigilux/contract/features/rooms/room.ts'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { NewRoom, nearestRooms, useAssign, useLampRooms } from '../rooms/index.ts'
import { TextInPlace } from './TextInPlace.tsx'

type PlaceProps = Omit<ComponentProps<typeof TextInPlace>, 'children'> & {
  lamp: Lamp
  field: AutocompleteProps & { value?: string }
}

const newRoom = 'new'
/** The others are found by typing. */
const maxOffered = 50

/** Where a new room is made: beside this room, or on this floor. */
const parentOf = (place: Room | undefined): string => (place?.level === 'room' ? place.parentId : place?.id) ?? ''

/** The lamp's place: a text, and the room that it stands in, chosen from the nearest ones. */
export function LampPlace({ lamp, field, ...props }: PlaceProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const lampRooms = useLampRooms(plantId)
  const { roomsOf, label } = lampRooms
  const [roomId = null] = roomsOf(lamp)
  const rooms = useMemo(() => nearestRooms(lamp, lampRooms), [lamp, lampRooms])
  const assign = useAssign()
  const [moved, setMoved] = useState<{ from: string | null }>()
  const [isCreating, setCreating] = useState(false)
  const hasPicked = useRef(false)
  const move = async (to: string | null) => {
    await assign.lamps(to, [lamp])
    setMoved({ from: roomId })
  }
  const pick = (value: string, close: () => void) => {
    hasPicked.current = true
    props.onEscape()
    close()
    if (value === newRoom) setCreating(true)
    else void move(value).catch(() => undefined)
  }
  const change = (text: string) => {
    // The text of a picked room is a choice, not input.
    if (!hasPicked.current) field.onChange?.(text)
    hasPicked.current = false
  }
  const offer: AutocompleteProps['filter'] = ({ options, search }) => {
    const matches = search === lamp.location ? () => true : createSearchMatcher(search)
    const found = options.filter((option) => 'value' in option && option.value !== newRoom && matches(option.label))
    return [...found.slice(0, maxOffered), ...options.filter((option) => 'value' in option && option.value === newRoom)]
  }
  return (
    <>
      <TextInPlace
        {...props}
        saved={props.saved ?? moved}
        onUndo={() => (props.saved ? props.onUndo() : void move(moved?.from ?? null).catch(() => undefined))}
      >
        {(id, close) => (
          <Autocomplete
            id={id}
            {...field}
            autoComplete="off"
            description={roomId ? label(roomId) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[
              ...rooms.filter((room) => room.id !== roomId).map((room) => ({ value: room.id, label: room.label })),
              { value: newRoom, label: t('word.newRoom') },
            ]}
            filter={offer}
            onOptionSubmit={(value) => pick(value, close)}
            onChange={change}
          />
        )}
      </TextInPlace>
      <FormFailure error={assign.error} />
      {isCreating ? (
        <NewRoom
          isBrief
          place={{
            level: 'room',
            parentId: parentOf(lampRooms.rooms.find(({ id }) => id === (roomId ?? rooms[0]?.id))),
          }}
          onClose={(createdId) => {
            setCreating(false)
            if (createdId) void move(createdId).catch(() => undefined)
          }}
        />
      ) : null}
    </>
  )
}
