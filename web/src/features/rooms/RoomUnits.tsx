import { ActionIcon, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf, useWhyNotAllowed } from '../central-units/index.ts'
import type { RoomRow } from './room-rows.ts'
import * as styles from './rooms.module.css'
import { useAssign } from './use-assign.ts'

/** The units directly in a room, with buttons to remove and add. */
export function RoomUnits({ room }: { room: RoomRow }) {
  const { t } = useTranslation('rooms')
  const { plantId, units } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const assign = useAssign()
  const roomUnits = useAnswer('getRoom', { plantId, roomId: room.id }).units
  const nameOf = (topic: string) => {
    const unit = units.find((one) => topicOf(one) === topic)
    return [serialOf(topic), unit?.description].filter(Boolean).join(' · ')
  }
  const otherUnits = units.map(topicOf).filter((topic) => !roomUnits.includes(topic))
  return (
    <section className="vx-panel-part">
      <h3>{t('unitsHere', { count: roomUnits.length })}</h3>
      <ul className={styles.roomThings}>
        {roomUnits.map((topic) => {
          const unit = units.find((one) => topicOf(one) === topic)
          return (
            <li key={topic}>
              {unit ? (
                <AppLink to={pathTo('unit', { plantId, unit: topic })}>{nameOf(topic)}</AppLink>
              ) : (
                <span>{nameOf(topic)}</span>
              )}
              {blockedReason ? null : (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('takeOutUnit', { serial: serialOf(topic) })}
                  disabled={assign.isPending}
                  onClick={() => void assign.units(null, [topic]).catch(toastFailure)}
                >
                  <IconX size={16} />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
      {blockedReason || otherUnits.length === 0 ? null : (
        <Select
          label={t('addUnit')}
          searchable
          value={null}
          disabled={assign.isPending}
          data={otherUnits.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(topic) => topic && void assign.units(room.id, [topic]).catch(toastFailure)}
        />
      )}
    </section>
  )
}
