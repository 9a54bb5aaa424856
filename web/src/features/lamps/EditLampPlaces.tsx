import { IconDoor, IconStack2 } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { BarAction } from '../../shared/table/BarAction.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { AssignRoomDialog, useLampRooms } from '../rooms/index.ts'
import { AssignZoneDialog, useLampZones } from '../zones/index.ts'

/** Assigns the selected lamps to a room or zone. */
export function EditLampPlaces({ lamps }: { lamps: readonly Lamp[] }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const notAllowed = useWhyNotAllowed()
  const [open, setOpen] = useState<'room' | 'zone' | undefined>()
  const { rooms } = useLampRooms(plantId)
  const { zones } = useLampZones(plantId)
  return (
    <>
      <BarAction
        icon={<IconDoor size={16} />}
        blockedReason={notAllowed ?? (rooms.length === 0 ? t('select.noRooms') : undefined)}
        onClick={() => setOpen('room')}
      >
        {t('word.room')}
      </BarAction>
      <BarAction
        icon={<IconStack2 size={16} />}
        blockedReason={notAllowed ?? (zones.length === 0 ? t('select.noZones') : undefined)}
        onClick={() => setOpen('zone')}
      >
        {t('word.zone')}
      </BarAction>
      {open === 'room' ? <AssignRoomDialog lamps={lamps} onClose={() => setOpen(undefined)} /> : null}
      {open === 'zone' ? <AssignZoneDialog lamps={lamps} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
