import { longSideOf } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import {
  type Drawing,
  type FloorPlan,
  floorPlan,
  floorPlanHoldS,
} from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { floorPlanActions } from '@vigilux/contract/features/floor-plans/floor-plans.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { checkFileQuota, checkPhotoNotice, type LinkParts, linkTo, updateFile } from '../files/index.ts'
import { findRoom } from '../rooms/index.ts'
import { drawingHandlers } from './drawings.handlers.ts'
import { leaveDetail, uploadName } from './floor-plan-uploads.ts'
import {
  deleteFloorPlan,
  holdPlan,
  type ListedDrawing,
  type ListedPlan,
  listFloorPlans,
  listNextDrawings,
  orderFloorPlans,
  saveFloorPlanOver,
  saveScaleOver,
} from './floor-plans.store.ts'
import { foundPlan } from './found-plan.ts'
import { checkPlanLimit } from './limits.ts'
import { outlineHandlers } from './outlines.handlers.ts'
import { countByPlan, placesOfPlant } from './places.store.ts'
import { savePlaces } from './save-places.ts'

const shape = floorPlan.shape
const drawingShape = shape.drawing.shape

const pictureOf = ({ drawing, large, medium, small }: ListedDrawing, links: LinkParts): Drawing['picture'] => {
  const { width, height } = drawing
  if (!large || !medium || !small || width === null || height === null) return null
  return { width, height, large: linkTo(large, links), medium: linkTo(medium, links), small: linkTo(small, links) }
}

const editorOf = ({ plan, editor }: ListedPlan, now: Date): FloorPlan['editor'] => {
  const { editorId, editedUntil } = plan
  if (editorId === null || editor === null || editedUntil === null || editedUntil <= now) return null
  return { userid: editorId, name: editor, until: editedUntil.toISOString() }
}

const toDrawing = (row: ListedDrawing, links: LinkParts): Drawing => {
  const { drawing } = row
  return {
    ...{ id: drawing.id, name: drawing.name, sentAt: drawing.sentAt.toISOString(), choices: drawing.choices },
    state: drawingShape.state.parse(drawing.state),
    refusal: drawingShape.refusal.parse(drawing.refusal),
    picture: pictureOf(row, links),
    looksEmpty: drawing.looksEmpty,
  }
}

type Asked = {
  counted: Awaited<ReturnType<typeof countByPlan>>
  newer: ReadonlyMap<string, ListedDrawing>
  links: LinkParts
  now: Date
}

const toFloorPlan = (row: ListedPlan, { counted, newer, links, now }: Asked): FloorPlan => {
  const { plan } = row
  const next = newer.get(plan.id)
  return {
    ...{ id: plan.id, name: plan.name, roomId: plan.roomId, longSideM: plan.longSideM, reachM: plan.reachM },
    ...{ version: plan.version, placesVersion: plan.placesVersion },
    ...(counted.get(plan.id) ?? { lamps: 0, units: 0 }),
    editor: editorOf(row, now),
    drawing: toDrawing(row, links),
    next: next ? toDrawing(next, links) : null,
  }
}

const checkRoom = async (tx: Tx, plantId: string, roomId: string | null): Promise<void> => {
  if (roomId !== null && !(await findRoom(tx, plantId, roomId))) fail('ROOM_NOT_FOUND')
}

export const floorPlanHandlers: HandlersOf<typeof floorPlanActions> = {
  getFloorPlans: async ({ input: { plantId }, caller, tx, ports }) => {
    const counted = await countByPlan(tx, plantId)
    const links = { links: ports.fileLinks, sessionId: caller.sessionId }
    const newer = new Map((await listNextDrawings(tx, plantId)).map((row) => [row.planId, row]))
    const asked = { counted, newer, links, now: ports.clock.now() }
    return { plans: (await listFloorPlans(tx, plantId)).map((row) => toFloorPlan(row, asked)) }
  },
  getFloorPlanLamps: async ({ input: { plantId }, tx }) => {
    const places = Map.groupBy(await placesOfPlant(tx, plantId), ({ planId }) => planId)
    const plans = await listFloorPlans(tx, plantId)
    return {
      plans: plans.map(({ plan: { id, placesVersion } }) => ({
        plan_id: id,
        version: placesVersion,
        lamps: (places.get(id) ?? []).map(({ topic, addr, x, y }) => ({ topic, addr, x, y })),
      })),
    }
  },
  uploadFloorPlan: async ({ input: { plantId, roomId, bytes }, caller: { userId, sessionId }, tx, ports }) => {
    // Its name is known, and stands in the audit, when it comes.
    about(tx, { kind: 'floorPlan', id: '', name: '' })
    changed(tx, null, { bytes })
    await checkPhotoNotice(tx, userId)
    await checkRoom(tx, plantId, roomId)
    await checkPlanLimit(tx, plantId, ports.clock.now())
    await checkFileQuota(tx, plantId, bytes, ports.settings.filesQuotaMb)
    const leave = { kind: uploadName, of: plantId, bytes, detail: leaveDetail.of(roomId) }
    return { url: ports.fileLinks.signUpload({ ...leave, sessionId }), bytes }
  },
  ...drawingHandlers,
  ...outlineHandlers,
  saveFloorPlan: async ({ input: { plantId, planId, version, plan }, tx, announce, fail }) => {
    const before = (await foundPlan(tx, plantId, planId)).plan
    await checkRoom(tx, plantId, plan.roomId)
    changed(tx, before, plan)
    const saved = await saveFloorPlanOver(tx, { id: planId, version }, plan)
    if (saved === undefined) return fail('CHANGED_MEANWHILE')
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { plan_id: planId, version: saved }
  },
  measureFloorPlan: async ({ input: { plantId, planId, version, measure }, tx, announce, fail }) => {
    const { plan, drawing } = await foundPlan(tx, plantId, planId)
    const { width, height } = drawing
    if (drawing.state !== 'ready' || width === null || height === null) return fail('FLOOR_PLAN_NOT_READY')
    const longSideM = measure && longSideOf({ width, height }, measure)
    changed(tx, { longSideM: plan.longSideM }, { longSideM })
    const saved = await saveScaleOver(tx, { id: planId, version }, longSideM)
    if (saved === undefined) return fail('CHANGED_MEANWHILE')
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { plan_id: planId, version: saved }
  },
  moveFloorPlan: async ({ input: { plantId, planId, to }, tx, announce }) => {
    await foundPlan(tx, plantId, planId)
    const others = (await listFloorPlans(tx, plantId)).map(({ plan }) => plan.id).filter((id) => id !== planId)
    await orderFloorPlans(tx, plantId, others.toSpliced(to, 0, planId))
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
  removeFloorPlan: async ({ input: { plantId, planId }, tx, announce }) => {
    await foundPlan(tx, plantId, planId)
    for (const file of await deleteFloorPlan(tx, planId)) await updateFile(tx, file, { state: 'removed' })
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
  holdFloorPlan: async ({ input: { plantId, planId, editing }, caller, tx, afterwards, announce, ports, fail }) => {
    const now = ports.clock.now()
    const row = (await listFloorPlans(tx, plantId)).find(({ plan }) => plan.id === planId)
    if (!row) return fail('FLOOR_PLAN_NOT_FOUND')
    const before = editorOf(row, now)
    if (before && before.userid !== caller.userId) return { editor: before }
    const until = editing ? new Date(now.getTime() + floorPlanHoldS * 1_000) : null
    afterwards((later) => holdPlan(later, { id: planId, userId: caller.userId, now }, until))
    if ((before !== null) !== editing)
      announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { editor: until && { userid: caller.userId, name: caller.name, until: until.toISOString() } }
  },
  aggiornaMappe: ({ input, ...context }) => savePlaces(context, input),
  aggiornaMappePost: ({ input, ...context }) => savePlaces(context, input),
}
