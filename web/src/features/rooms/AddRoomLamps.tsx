import { Button } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { LampPicker } from '../../shared/lamp-picker/LampPicker.tsx'
import { lampKey } from '../../shared/lamp-picker/lamps-found.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { RoomRow } from './room-rows.ts'
import { useAssign } from './use-assign.ts'
import { useLampRooms } from './use-lamp-rooms.ts'

/** Adds lamps to a room: lamps without a room first, the others with the room they would leave. */
export function AddRoomLamps({ room, onClose }: { room: RoomRow; onClose: () => void }) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  const { roomsOf, label } = useLampRooms(plantId)
  const lamps = useAllLamps(plantId)
  const assign = useAssign()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const roomOf = (lamp: Lamp) => roomsOf(lamp)[0]
  const otherLamps = lamps
    .filter((lamp) => roomOf(lamp) !== room.id)
    .toSorted((a, b) => Number(roomOf(a) !== undefined) - Number(roomOf(b) !== undefined))
  const selectedLamps = otherLamps.filter((lamp) => chosen.has(lampKey(lamp)))
  const assignLamps = async () => {
    await assign.lamps(room.id, selectedLamps)
    toastDone(t('assign.done', { count: selectedLamps.length, room: room.name }))
    onClose()
  }
  return (
    <FormDialog
      unsaved={selectedLamps.length > 0 && !assign.isPending}
      onClose={onClose}
      title={t('addLampsTo', { room: room.name })}
    >
      {(cancel) => (
        <div className={layoutStyles.dialogForm}>
          <LampPicker
            lamps={otherLamps}
            chosen={new Set(selectedLamps.map(lampKey))}
            onChange={setChosen}
            note={(lamp) => {
              const currentRoom = roomOf(lamp)
              return currentRoom ? [label(currentRoom)] : []
            }}
          />
          <FormFailure error={assign.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <ReasonButton
              blockedReason={selectedLamps.length === 0 ? t('chooseLamps') : undefined}
              loading={assign.isPending}
              onClick={() => void assignLamps().catch(() => undefined)}
            >
              {t('assign.go')}
            </ReasonButton>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}
