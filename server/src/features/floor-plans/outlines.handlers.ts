import { isInOutline } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { floorPlanActions } from '@vigilux/contract/features/floor-plans/floor-plans.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { assignUnits, moveLampsToRoom } from '../rooms/index.ts'
import { deleteOutline, listOutlines, saveOutline } from './outlines.store.ts'
import { listPlacesOnPlan, unitPlaceSerial } from './places.store.ts'
import { requirePlan } from './require-plan.ts'

type Names = 'getFloorPlanRooms' | 'drawRoom' | 'eraseRoom'

export const outlineHandlers: HandlersOf<Pick<typeof floorPlanActions, Names>> = {
  getFloorPlanRooms: async ({ work, input: { plantId } }) => ({
    rooms: (await listOutlines(work.tx, plantId)).map(({ planId, roomId, outline }) => ({
      plan_id: planId,
      room_id: roomId,
      outline,
    })),
  }),
  drawRoom: async ({ work, input: { plantId, planId, roomId, outline } }) => {
    const { drawing } = await requirePlan(work, plantId, planId)
    if (drawing.state !== 'ready') return work.fail('FLOOR_PLAN_NOT_READY')
    const placesInside = (await listPlacesOnPlan(work.tx, plantId, planId)).filter((place) =>
      isInOutline(outline, place),
    )
    const lamps = placesInside.filter(({ serial }) => serial !== unitPlaceSerial)
    const units = placesInside.filter(({ serial }) => serial === unitPlaceSerial)
    await moveLampsToRoom(work, plantId, roomId, lamps)
    await assignUnits(
      work.tx,
      roomId,
      units.map(({ centralUnitId }) => centralUnitId),
    )
    await saveOutline(work.tx, { planId, roomId, outline })
    work.audit.diff(null, { assigned: placesInside.length })
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { lamps: lamps.length, units: units.length }
  },
  eraseRoom: async ({ work, input: { plantId, planId, roomId } }) => {
    await requirePlan(work, plantId, planId)
    if (!(await deleteOutline(work.tx, planId, roomId))) return work.fail('ROOM_NOT_FOUND')
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
}
