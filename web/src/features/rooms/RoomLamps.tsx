import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { bySeverity } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import type { RoomRow } from './room-rows.ts'
import * as styles from './rooms.module.css'
import { useAssign } from './use-assign.ts'
import { useLampRooms } from './use-lamp-rooms.ts'

const AddRoomLamps = lazy(async () => (await import('./AddRoomLamps.tsx')).AddRoomLamps)

/** Maximum number of lamps in the panel; the device list has them all. */
const maxRows = 20

const keyOf = ({ cu, id }: Lamp) => `${cu}.${id}`
const placeOf = ({ description, location }: Lamp) => [description, location].filter(Boolean).join(' · ')

/** The lamps directly in a room, worst first, with buttons to remove and add. */
export function RoomLamps({ room }: { room: RoomRow }) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const { roomsOf } = useLampRooms(plantId)
  const allLamps = useAllLamps(plantId)
  const assign = useAssign()
  const [isAdding, setAdding] = useState(false)
  const lamps = allLamps
    .filter((lamp) => roomsOf(lamp)[0] === room.id)
    .toSorted((a, b) => bySeverity(a.condition, b.condition) || a.id - b.id)
  return (
    <section className="vx-panel-part">
      <h3>{t('lampsHere', { count: lamps.length })}</h3>
      <ul className={styles.roomThings}>
        {lamps.slice(0, maxRows).map((lamp) => (
          <li key={keyOf(lamp)}>
            <AppLink to={pathTo('devices', { plantId }, { lamp: keyOf(lamp) })}>
              {[lampNumber(lamp.id), placeOf(lamp)].filter(Boolean).join(' · ')}
            </AppLink>
            <StatusInline state={lamp.condition} />
            {blockedReason ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('takeOutLamp', { number: lampNumber(lamp.id) })}
                disabled={assign.isPending}
                onClick={() => void assign.lamps(null, [lamp]).catch(toastFailure)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('addLamps')}
        </ReasonButton>
        {room.allLamps > 0 ? (
          <Button component={AppLink} to={pathTo('devices', { plantId }, { room: room.id })} variant="subtle">
            {t('showAll', { count: room.allLamps })}
          </Button>
        ) : null}
      </div>
      {isAdding ? <AddRoomLamps room={room} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}
