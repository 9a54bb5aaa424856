import { isWithin } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { floorPlanActions } from '@vigilux/contract/features/floor-plans/floor-plans.actions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { assignUnits, placeLamps } from '../rooms/index.ts'
import { foundPlan } from './found-plan.ts'
import { deleteOutline, listOutlines, saveOutline } from './outlines.store.ts'
import { placesOnPlan, unitItself } from './places.store.ts'

type Names = 'getFloorPlanRooms' | 'drawRoom' | 'eraseRoom'

/** Rooms as they are drawn on plans. */
export const outlineHandlers: HandlersOf<Pick<typeof floorPlanActions, Names>> = {
  getFloorPlanRooms: async ({ input: { plantId }, tx }) => ({
    rooms: (await listOutlines(tx, plantId)).map(({ planId, roomId, outline }) => ({
      ...{ plan_id: planId, room_id: roomId, outline },
    })),
  }),
  drawRoom: async ({ input: { plantId, planId, roomId, outline }, tx, announce, fail }) => {
    const { drawing } = await foundPlan(tx, plantId, planId)
    if (drawing.state !== 'ready') return fail('FLOOR_PLAN_NOT_READY')
    const inside = (await placesOnPlan(tx, plantId, planId)).filter((place) => isWithin(outline, place))
    const lamps = inside.filter(({ serial }) => serial !== unitItself)
    const units = inside.filter(({ serial }) => serial === unitItself)
    await placeLamps({ tx, announce }, plantId, roomId, lamps)
    await assignUnits(
      tx,
      roomId,
      units.map(({ centralUnitId }) => centralUnitId),
    )
    await saveOutline(tx, { planId, roomId, outline })
    changed(tx, null, { assigned: inside.length })
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { lamps: lamps.length, units: units.length }
  },
  eraseRoom: async ({ input: { plantId, planId, roomId }, tx, announce, fail }) => {
    await foundPlan(tx, plantId, planId)
    if (!(await deleteOutline(tx, planId, roomId))) return fail('ROOM_NOT_FOUND')
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
}
