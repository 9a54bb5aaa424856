import { Button, SegmentedControl, Select } from '@mantine/core'
import { isInOutline } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { canContain } from '@vigilux/contract/features/rooms/room.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { NewRoom, useLampRooms } from '../rooms/index.ts'
import * as styles from './floor-plans.module.css'
import type { PlanTask } from './use-plan-task.ts'
import type { PlanWorkspace } from './use-plan-workspace.ts'

/** Draws a room on a plan and assigns the devices inside to it. */
export function DrawRoom({ plan, work, task }: { plan: FloorPlan; work: PlanWorkspace; task: PlanTask }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const { rooms, label } = useLampRooms(plantId)
  const [roomId, setRoomId] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const draw = useActionMutation('drawRoom', { refresh: ['getFloorPlanRooms', 'getRoomLamps', 'getRooms'] })
  const erase = useActionMutation('eraseRoom', { refresh: ['getFloorPlanRooms'], onSuccess: task.end })
  const outline = task.outline.map(([x, y]) => ({ x, y }))
  const isClosed = outline.length >= 3
  const inside = isClosed ? [...work.places.values()].filter(([x, y]) => isInOutline(outline, { x, y })).length : 0
  const parent = rooms.find(({ id }) => id === plan.roomId)
  const findBlockedReason = () => {
    if (work.draft.changes > 0) return t('rooms.saveFirst')
    if (!isClosed) return t(task.shape === 'rectangle' ? 'rooms.twoFirst' : 'rooms.threeFirst')
    return roomId ? undefined : t('rooms.roomFirst')
  }
  const changeShape = (next: string) => {
    if (next === 'polygon') task.begin('room', 'polygon')
    else task.begin('room')
  }
  const save = async () => {
    if (!roomId) return
    const { lamps, units } = await draw.mutateAsync({ plantId, planId: plan.id, roomId, outline })
    toastDone(t('rooms.done', { count: lamps + units, room: label(roomId) }))
    task.end()
  }
  return (
    <section className={styles.planTask} aria-label={t('rooms.draw')}>
      <p role="status">
        {isClosed
          ? t('rooms.inside', { count: inside })
          : t(task.shape === 'rectangle' ? 'rooms.howTwo' : 'rooms.howMany')}
      </p>
      <div className={styles.planTaskRow}>
        <SegmentedControl
          aria-label={t('rooms.shape')}
          value={task.shape}
          onChange={changeShape}
          data={[
            { value: 'rectangle', label: t('rooms.rectangle') },
            { value: 'polygon', label: t('rooms.polygon') },
          ]}
        />
        <Select
          label={t('word.room')}
          searchable
          value={roomId}
          data={rooms
            .map(({ id }) => ({ value: id, label: label(id) }))
            .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))}
          onChange={setRoomId}
        />
        <Button variant="default" onClick={() => setNew(true)}>
          {t('rooms.new')}
        </Button>
        <ReasonButton
          blockedReason={findBlockedReason()}
          loading={draw.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('rooms.save')}
        </ReasonButton>
        {roomId && work.areas.some(({ key }) => key === roomId) ? (
          <Button variant="default" onClick={() => erase.mutate({ plantId, planId: plan.id, roomId })}>
            {t('rooms.erase')}
          </Button>
        ) : null}
        <Button variant="default" onClick={task.end}>
          {t('cancel')}
        </Button>
      </div>
      <FormFailure error={draw.error ?? erase.error} />
      {isNew ? (
        <NewRoom
          place={{ level: 'room', parentId: parent && canContain(parent.level, 'room') ? parent.id : '' }}
          onClose={(createdId) => {
            setNew(false)
            if (createdId) setRoomId(createdId)
          }}
        />
      ) : null}
    </section>
  )
}
