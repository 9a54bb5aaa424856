import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useAssign } from './use-assign.ts'
import { useLampRooms } from './use-lamp-rooms.ts'

type DialogProps = { lamps: readonly { cu: string; id: number }[]; onClose: () => void }

/** Moves lamps to a room, or removes them from their rooms. A lamp is in one room at most. */
export function AssignRoomDialog({ lamps, onClose }: DialogProps) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  const { rooms, label } = useLampRooms(plantId)
  const [roomId, setRoomId] = useState<string | undefined>()
  const assign = useAssign()
  const assignRoom = async () => {
    await assign.lamps(roomId || null, lamps)
    const count = lamps.length
    toastDone(roomId ? t('assign.done', { count, room: label(roomId) }) : t('assign.taken', { count }))
    onClose()
  }
  const blockedReason = roomId === undefined ? t('assign.choose') : undefined
  return (
    <FormDialog unsaved={false} onClose={onClose} title={t('assign.title', { count: lamps.length })}>
      {(cancel) => (
        <div className={layoutStyles.dialogForm}>
          <Select
            label={t('assign.room')}
            searchable
            value={roomId ?? null}
            onChange={(chosen) => setRoomId(chosen ?? undefined)}
            nothingFoundMessage={t('assign.noneFits')}
            data={[
              { value: '', label: t('assign.nowhere') },
              ...rooms
                .map(({ id }) => ({ value: id, label: label(id) }))
                .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
            ]}
          />
          <FormFailure error={assign.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <ReasonButton
              blockedReason={blockedReason}
              loading={assign.isPending}
              onClick={() => void assignRoom().catch(() => undefined)}
            >
              {t('assign.go')}
            </ReasonButton>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}
