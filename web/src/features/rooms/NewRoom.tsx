import { Button, Menu } from '@mantine/core'
import { IconBuilding, IconDoor, IconPlus, IconStairs } from '@tabler/icons-react'
import { type RoomDraft, type RoomLevel, roomLevels } from '@vigilux/contract/features/rooms/room.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { draftOf, RoomFields, type RoomForm, RoomName, roomSchema } from './RoomFields.tsx'

/** Level and parent of a new room. */
export type NewPlace = { level: RoomLevel; parentId: string }

type NewRoomProps = {
  place: NewPlace
  /** Asks for name and parent only. */
  isBrief?: boolean
  onClose: (createdId?: string) => void
}

/** Creates a building, floor or room. */
export function NewRoom({ place, isBrief = false, onClose }: NewRoomProps) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  const { level, parentId } = place
  const empty: RoomForm = { name: '', parentId, kind: '', areaM2: '', used: { from: '', to: '' }, version: 0 }
  const form = useCheckedForm<RoomForm>(roomSchema, empty, {}, (values) => draftOf(level, values))
  const save = useActionMutation('saveRoom', { refresh: ['getRooms'] })
  const send = async (values: RoomForm) =>
    (await save.mutateAsync({ plantId, room: draftOf(level, values) as RoomDraft })).room_id
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={onClose}
      title={t(`new.${level}`)}
      submitLabel={t('word.create')}
      draft={`new-room.${level}`}
      prefix="room."
    >
      {isBrief ? <RoomName form={form} level={level} /> : <RoomFields form={form} level={level} />}
    </CreateDialog>
  )
}

const icons = { building: IconBuilding, floor: IconStairs, room: IconDoor }

/** The button for the level to add. */
export function AddRoom({ onAdd }: { onAdd: (place: NewPlace) => void }) {
  const { t } = useTranslation('rooms')
  const blockedReason = useWhyNotAllowed()
  const plus = <IconPlus size={18} aria-hidden />
  if (blockedReason)
    return (
      <ReasonButton blockedReason={blockedReason} leftSection={plus} onClick={() => undefined}>
        {t('word.add')}
      </ReasonButton>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={plus}>{t('word.add')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {roomLevels.map((level) => {
          const Icon = icons[level]
          return (
            <Menu.Item
              key={level}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => onAdd({ level, parentId: '' })}
            >
              {t(`new.${level}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
