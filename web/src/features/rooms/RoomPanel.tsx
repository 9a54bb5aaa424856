import { canContain } from '@vigilux/contract/features/rooms/room.rules.ts'
import { type RoomDraft, roomLevels } from '@vigilux/contract/features/rooms/room.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { RecordPanelForm, type RemovalProps } from '../../shared/form/RecordPanelForm.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import type { NewPlace } from './NewRoom.tsx'
import { draftOf, formOfRoom, RoomFields, type RoomForm, roomSchema } from './RoomFields.tsx'
import { RoomLamps } from './RoomLamps.tsx'
import { RoomUnits } from './RoomUnits.tsx'
import type { RoomRow } from './room-rows.ts'

type PanelProps = {
  room: RoomRow
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onAdd: (place: NewPlace) => void
}

/** One building, floor or room: name, parent and contents. */
export function RoomPanel({ room, onAdd, ...panel }: PanelProps) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const save = useActionMutation('saveRoom', { refresh: ['getRooms'] })
  const record = useRecordForm<Omit<RoomForm, 'version'>>({
    schema: roomSchema,
    stored: formOfRoom(room),
    labels: {
      name: t('word.name'),
      parentId: t('within'),
      kind: t('kind'),
      areaM2: t('area'),
      'used.from': t('from'),
      'used.to': t('until'),
    },
    toInput: (fields) => draftOf(room.level, fields),
    save: async ({ version, ...fields }) => {
      const draft = draftOf(room.level, fields) as RoomDraft
      const saved = await save.mutateAsync({ plantId, room: draft, known: { roomId: room.id, version } })
      return { ...fields, version: saved.version }
    },
    prefix: 'room.',
  })
  const inside = roomLevels.filter((level) => canContain(room.level, level))
  return (
    <SidePanel {...panel} title={room.name} subtitle={room.path || t(`levels.${room.level}`)}>
      <RecordPanelForm
        record={record}
        blockedReason={blockedReason}
        draft={`room.${room.id}`}
        saveLabel={t('word.save')}
        removeLabel={t('remove')}
        removal={(props) => <RemoveRoom {...props} room={room} />}
        onClose={panel.onClose}
      >
        <RoomFields form={record.form} level={room.level} ownId={room.id} readOnly={blockedReason !== undefined} />
      </RecordPanelForm>
      {inside.length > 0 ? (
        <div className={layoutStyles.actions}>
          {inside.map((level) => (
            <ReasonButton
              key={level}
              variant="default"
              blockedReason={blockedReason}
              onClick={() => onAdd({ level, parentId: room.id })}
            >
              {t(`new.${level}`)}
            </ReasonButton>
          ))}
        </div>
      ) : null}
      <RoomLamps room={room} />
      <RoomUnits room={room} />
    </SidePanel>
  )
}

/** States the loss in numbers first; lamps and units stay in the plant. */
function RemoveRoom({ room, ...dialog }: RemovalProps & { room: RoomRow }) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  return (
    <RemoveDialog
      {...dialog}
      action="removeRoom"
      input={{ plantId, roomId: room.id }}
      refresh={['getRooms', 'getRoomLamps']}
      title={t('removeTitle', { room: room.name })}
      confirmLabel={t('remove')}
      done={t('removed', { room: room.name })}
    >
      <p>{t('removeText')}</p>
      <ul>
        <li>{t('word.deviceCount', { count: room.allLamps })}</li>
        <li>{t('unitsIn', { count: room.allUnits })}</li>
        {room.holds > 0 ? <li>{t('roomsIn', { count: room.holds })}</li> : null}
      </ul>
    </RemoveDialog>
  )
}
