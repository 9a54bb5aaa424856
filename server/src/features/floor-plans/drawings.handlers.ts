import {
  alignedLongSide,
  alignment as alignmentOf,
  clampToDrawing,
  type DrawingSize,
} from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { DrawingChoice, DrawingChoices } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { floorPlanActions } from '@vigilux/contract/features/floor-plans/floor-plans.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { checkFileQuota, checkPhotoNotice } from '../files/index.ts'
import { newerUploadName } from './floor-plan-uploads.ts'
import {
  type DrawingRow,
  type FloorPlanRow,
  findNextDrawing,
  moveDrawing,
  savePlanDrawings,
} from './floor-plans.store.ts'
import { moveOutlines } from './outlines.store.ts'
import { listAllPlacesOnPlan, nextPlacesVersion, placeLampsOnPlan } from './places.store.ts'
import { removeDrawing } from './remove-drawing.ts'
import { requirePlan } from './require-plan.ts'

/** Refuses a page or layers missing from the drawing, and a drawing with units of unknown length. */
const checkChoice = (
  work: Work<'DRAWING_CHOICE'>,
  { kind, pages, layers, unitM }: DrawingChoices,
  choice: DrawingChoice,
): void => {
  if (kind !== 'dxf') {
    if (choice.page === null || choice.page > pages) work.fail('DRAWING_CHOICE')
    return
  }
  const names = new Set(layers.map(({ name }) => name))
  if (!choice.layers?.every((name) => names.has(name))) work.fail('DRAWING_CHOICE')
  if (unitM === null && choice.unit === null) work.fail('DRAWING_CHOICE')
}

const sizeOf = (work: Work<'FLOOR_PLAN_NOT_READY'>, { state, width, height }: DrawingRow): DrawingSize =>
  state === 'ready' && width !== null && height !== null ? { width, height } : work.fail('FLOOR_PLAN_NOT_READY')

const requireNextDrawing = async (
  work: Work<'FLOOR_PLAN_NOT_READY'>,
  plan: FloorPlanRow,
  drawingId?: string,
): Promise<DrawingRow> => (await findNextDrawing(work.tx, plan, drawingId)) ?? work.fail('FLOOR_PLAN_NOT_READY')

type Names = 'uploadDrawing' | 'alignDrawing' | 'discardDrawing' | 'chooseDrawing'

/** Actions on existing drawings of plans. */
export const drawingHandlers: HandlersOf<Pick<typeof floorPlanActions, Names>> = {
  uploadDrawing: async ({ work, input: { plantId, planId, bytes }, caller: { userId, sessionId } }) => {
    const { drawing } = await requirePlan(work, plantId, planId)
    sizeOf(work, drawing)
    work.audit.diff(null, { bytes })
    await checkPhotoNotice(work, userId)
    await checkFileQuota(work, plantId, bytes)
    const grant = { kind: newerUploadName, of: plantId, bytes, detail: planId }
    return { url: work.ports.fileLinks.signUpload({ ...grant, sessionId }), bytes }
  },
  alignDrawing: async ({ work, input: { plantId, planId, drawingId, version, alignment } }) => {
    const { plan, drawing } = await requirePlan(work, plantId, planId)
    const next = await requireNextDrawing(work, plan, drawingId)
    const [before, now] = [sizeOf(work, drawing), sizeOf(work, next)]
    const newVersion = (await nextPlacesVersion(work.tx, planId, version)) ?? work.fail('CHANGED_MEANWHILE')
    const moveSpot = alignmentOf(before, now, alignment)
    const lamps = (await listAllPlacesOnPlan(work.tx, planId)).map((lamp) => ({ lamp, to: moveSpot(lamp) }))
    const isOutside = ({ x, y }: { x: number; y: number }) => x < 0 || y < 0 || x > 1 || y > 1
    const outsideCount = lamps.filter(({ to }) => isOutside(to)).length
    await placeLampsOnPlan(
      work.tx,
      planId,
      lamps.map(({ lamp, to }) => ({ ...lamp, ...clampToDrawing(to) })),
    )
    await moveOutlines(work.tx, { plantId, planId }, (spot) => clampToDrawing(moveSpot(spot)))
    const { longSideM: knownLongSide } = plan
    // The newer drawing's own scale is more exact than two clicked points.
    const longSideM =
      next.longSideM ?? (knownLongSide && alignedLongSide({ ...before, longSideM: knownLongSide }, now, alignment))
    await savePlanDrawings(work.tx, planId, { drawingId, nextDrawingId: null, longSideM })
    await removeDrawing(work.tx, drawing.id)
    work.audit.diff({ drawing: drawing.name, longSideM: knownLongSide }, { drawing: next.name, longSideM })
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { plan_id: planId, version: newVersion, outside: outsideCount }
  },
  discardDrawing: async ({ work, input: { plantId, planId, drawingId } }) => {
    const { plan } = await requirePlan(work, plantId, planId)
    const next = await requireNextDrawing(work, plan, drawingId)
    work.audit.diff({ drawing: next.name }, { drawing: null })
    await savePlanDrawings(work.tx, planId, { nextDrawingId: null })
    await removeDrawing(work.tx, next.id)
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
  chooseDrawing: async ({ work, input: { plantId, planId, choice } }) => {
    const found = await requirePlan(work, plantId, planId)
    // A newer drawing requires a ready current one, so at most one of both waits for a choice.
    const drawing = (await findNextDrawing(work.tx, found.plan)) ?? found.drawing
    if (drawing.state !== 'choose' || !drawing.choices) return work.fail('FLOOR_PLAN_NOT_READY')
    checkChoice(work, drawing.choices, choice)
    work.audit.diff(null, { sheet: choice.page, layers: choice.layers?.join(', ') ?? null, unit: choice.unit })
    await moveDrawing(work.tx, { id: drawing.id, from: 'choose' }, { state: 'drawing', choice })
    await work.ports.jobs.enqueue(work.tx, 'floorPlan.draw', { plantId, drawingId: drawing.id })
    work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
}
