import { longSideOf } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import {
  type Drawing,
  type FloorPlan,
  floorPlan,
  floorPlanLockS,
} from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { floorPlanActions } from '@vigilux/contract/features/floor-plans/floor-plans.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { checkFileQuota, checkPhotoNotice, createFileLink, type LinkParts, updateFile } from '../files/index.ts'
import { findRoom } from '../rooms/index.ts'
import { drawingHandlers } from './drawings.handlers.ts'
import { grantDetail, uploadName } from './floor-plan-uploads.ts'
import {
  claimPlan,
  deleteFloorPlan,
  type ListedDrawing,
  type ListedPlan,
  listFloorPlans,
  listNextDrawings,
  orderFloorPlans,
  saveFloorPlanIfVersion,
  saveScaleIfVersion,
} from './floor-plans.store.ts'
import { checkPlanLimit } from './limits.ts'
import { outlineHandlers } from './outlines.handlers.ts'
import { countByPlan, listPlacesOfPlant } from './places.store.ts'
import { requirePlan } from './require-plan.ts'
import { savePlaces } from './save-places.ts'

const shape = floorPlan.shape
const drawingShape = shape.drawing.shape

const pictureOf = ({ drawing, large, medium, small }: ListedDrawing, links: LinkParts): Drawing['picture'] => {
  const { width, height } = drawing
  if (!large || !medium || !small || width === null || height === null) return null
  return {
    width,
    height,
    large: createFileLink(large, links),
    medium: createFileLink(medium, links),
    small: createFileLink(small, links),
  }
}

const editorOf = ({ plan, editor }: ListedPlan, now: Date): FloorPlan['editor'] => {
  const { editorId, editedUntil } = plan
  if (editorId === null || editor === null || editedUntil === null || editedUntil <= now) return null
  return { userid: editorId, name: editor, until: editedUntil.toISOString() }
}

const toDrawing = (row: ListedDrawing, links: LinkParts): Drawing => {
  const { drawing } = row
  return {
    id: drawing.id,
    name: drawing.name,
    sentAt: drawing.sentAt.toISOString(),
    choices: drawing.choices,
    state: drawingShape.state.parse(drawing.state),
    refusal: drawingShape.refusal.parse(drawing.refusal),
    picture: pictureOf(row, links),
    looksEmpty: drawing.looksEmpty,
  }
}

type ViewContext = {
  counted: Awaited<ReturnType<typeof countByPlan>>
  newer: ReadonlyMap<string, ListedDrawing>
  links: LinkParts
  now: Date
}

const toFloorPlan = (
  row: ListedPlan,
  { counted: countsByPlan, newer: nextDrawings, links, now }: ViewContext,
): FloorPlan => {
  const { plan } = row
  const next = nextDrawings.get(plan.id)
  return {
    id: plan.id,
    name: plan.name,
    roomId: plan.roomId,
    longSideM: plan.longSideM,
    reachM: plan.reachM,
    version: plan.version,
    placesVersion: plan.placesVersion,
    ...(countsByPlan.get(plan.id) ?? { lamps: 0, units: 0 }),
    editor: editorOf(row, now),
    drawing: toDrawing(row, links),
    next: next ? toDrawing(next, links) : null,
  }
}

const checkRoom = async (work: Work<'ROOM_NOT_FOUND'>, plantId: string, roomId: string | null): Promise<void> => {
  if (roomId !== null && !(await findRoom(work.tx, plantId, roomId))) work.fail('ROOM_NOT_FOUND')
}

export const floorPlanHandlers: HandlersOf<typeof floorPlanActions> = {
  getFloorPlans: async ({ work, input: { plantId }, caller }) => {
    const countsByPlan = await countByPlan(work.tx, plantId)
    const links = { links: work.ports.fileLinks, sessionId: caller.sessionId }
    const nextDrawings = new Map((await listNextDrawings(work.tx, plantId)).map((row) => [row.planId, row]))
    const viewContext = { counted: countsByPlan, newer: nextDrawings, links, now: work.now }
    return { plans: (await listFloorPlans(work.tx, plantId)).map((row) => toFloorPlan(row, viewContext)) }
  },
  getFloorPlanLamps: async ({ work, input: { plantId } }) => {
    const places = Map.groupBy(await listPlacesOfPlant(work.tx, plantId), ({ planId }) => planId)
    const plans = await listFloorPlans(work.tx, plantId)
    return {
      plans: plans.map(({ plan: { id, placesVersion } }) => ({
        plan_id: id,
        version: placesVersion,
        lamps: (places.get(id) ?? []).map(({ topic, addr, x, y }) => ({ topic, addr, x, y })),
      })),
    }
  },
  uploadFloorPlan: async ({ work, input: { plantId, roomId, bytes }, caller: { userId, sessionId } }) => {
    // The name is known, and audited, when the file arrives.
    work.audit.target({ kind: 'floorPlan', id: '', name: '' })
    work.audit.diff(null, { bytes })
    await checkPhotoNotice(work, userId)
    await checkRoom(work, plantId, roomId)
    await checkPlanLimit(work, plantId)
    await checkFileQuota(work, plantId, bytes)
    const grant = { kind: uploadName, of: plantId, bytes, detail: grantDetail.of(roomId) }
    return { url: work.ports.fileLinks.signUpload({ ...grant, sessionId }), bytes }
  },
  ...drawingHandlers,
  ...outlineHandlers,
  saveFloorPlan: async ({ work, input: { plantId, planId, version, plan } }) => {
    const before = (await requirePlan(work, plantId, planId)).plan
    await checkRoom(work, plantId, plan.roomId)
    work.audit.diff(before, plan)
    const newVersion = await saveFloorPlanIfVersion(work.tx, { id: planId, version }, plan)
    if (newVersion === undefined) return work.fail('CHANGED_MEANWHILE')
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { plan_id: planId, version: newVersion }
  },
  measureFloorPlan: async ({ work, input: { plantId, planId, version, measure } }) => {
    const { plan, drawing } = await requirePlan(work, plantId, planId)
    const { width, height } = drawing
    if (drawing.state !== 'ready' || width === null || height === null) return work.fail('FLOOR_PLAN_NOT_READY')
    const longSideM = measure && longSideOf({ width, height }, measure)
    work.audit.diff({ longSideM: plan.longSideM }, { longSideM })
    const newVersion = await saveScaleIfVersion(work.tx, { id: planId, version }, longSideM)
    if (newVersion === undefined) return work.fail('CHANGED_MEANWHILE')
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { plan_id: planId, version: newVersion }
  },
  moveFloorPlan: async ({ work, input: { plantId, planId, to } }) => {
    await requirePlan(work, plantId, planId)
    const otherIds = (await listFloorPlans(work.tx, plantId)).map(({ plan }) => plan.id).filter((id) => id !== planId)
    await orderFloorPlans(work.tx, plantId, otherIds.toSpliced(to, 0, planId))
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
  removeFloorPlan: async ({ work, input: { plantId, planId } }) => {
    await requirePlan(work, plantId, planId)
    for (const file of await deleteFloorPlan(work.tx, planId)) await updateFile(work.tx, file, { state: 'removed' })
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
  holdFloorPlan: async ({ work, input: { plantId, planId, editing }, caller, deferWrite }) => {
    const now = work.now
    const row = (await listFloorPlans(work.tx, plantId)).find(({ plan }) => plan.id === planId)
    if (!row) return work.fail('FLOOR_PLAN_NOT_FOUND')
    const before = editorOf(row, now)
    if (before && before.userid !== caller.userId) return { editor: before }
    const until = editing ? new Date(now.getTime() + floorPlanLockS * 1_000) : null
    deferWrite(async (deferredWork) => {
      await claimPlan(deferredWork.tx, { id: planId, userId: caller.userId, now }, until)
      if ((before !== null) !== editing)
        deferredWork.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    })
    return { editor: until && { userid: caller.userId, name: caller.name, until: until.toISOString() } }
  },
  aggiornaMappe: ({ input, ...context }) => savePlaces(context, input),
  aggiornaMappePost: ({ input, ...context }) => savePlaces(context, input),
}
