import {
  alignedLongSide,
  alignment as alignmentOf,
  type DrawingSize,
  onDrawing,
} from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { floorPlanActions } from '@vigilux/contract/features/floor-plans/floor-plans.actions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { checkFileQuota, checkPhotoNotice } from '../files/index.ts'
import { checkChoice } from './check-choice.ts'
import { newerName } from './floor-plan-uploads.ts'
import { type DrawingRow, type FloorPlanRow, findNextDrawing, moveDrawing, setDrawings } from './floor-plans.store.ts'
import { foundPlan } from './found-plan.ts'
import { letDrawingGo } from './let-drawing-go.ts'
import { moveOutlines } from './outlines.store.ts'
import { allPlacesOn, nextPlacesVersion, placeLamps } from './places.store.ts'

const sizeOf = ({ state, width, height }: DrawingRow): DrawingSize =>
  state === 'ready' && width !== null && height !== null ? { width, height } : fail('FLOOR_PLAN_NOT_READY')

const foundNext = async (tx: Tx, plan: FloorPlanRow, drawingId?: string): Promise<DrawingRow> =>
  (await findNextDrawing(tx, plan, drawingId)) ?? fail('FLOOR_PLAN_NOT_READY')

type Names = 'uploadDrawing' | 'alignDrawing' | 'discardDrawing' | 'chooseDrawing'

/** What is done with drawings of plans once these are there. */
export const drawingHandlers: HandlersOf<Pick<typeof floorPlanActions, Names>> = {
  uploadDrawing: async ({ input: { plantId, planId, bytes }, caller: { userId, sessionId }, tx, ports }) => {
    const { drawing } = await foundPlan(tx, plantId, planId)
    sizeOf(drawing)
    changed(tx, null, { bytes })
    await checkPhotoNotice(tx, userId)
    await checkFileQuota(tx, plantId, bytes, ports.settings.filesQuotaMb)
    const leave = { kind: newerName, of: plantId, bytes, detail: planId }
    return { url: ports.fileLinks.signUpload({ ...leave, sessionId }), bytes }
  },
  alignDrawing: async ({ input: { plantId, planId, drawingId, version, alignment }, tx, announce, fail }) => {
    const { plan, drawing } = await foundPlan(tx, plantId, planId)
    const next = await foundNext(tx, plan, drawingId)
    const [before, now] = [sizeOf(drawing), sizeOf(next)]
    const saved = (await nextPlacesVersion(tx, planId, version)) ?? fail('CHANGED_MEANWHILE')
    const move = alignmentOf(before, now, alignment)
    const lamps = (await allPlacesOn(tx, planId)).map((lamp) => ({ lamp, to: move(lamp) }))
    const isOutside = ({ x, y }: { x: number; y: number }) => x < 0 || y < 0 || x > 1 || y > 1
    const outside = lamps.filter(({ to }) => isOutside(to)).length
    await placeLamps(
      tx,
      planId,
      lamps.map(({ lamp, to }) => ({ ...lamp, ...onDrawing(to) })),
    )
    await moveOutlines(tx, { plantId, planId }, (spot) => onDrawing(move(spot)))
    const { longSideM: known } = plan
    // What the newer drawing says of itself is more exact than two presses.
    const longSideM = next.longSideM ?? (known && alignedLongSide({ ...before, longSideM: known }, now, alignment))
    await setDrawings(tx, planId, { drawingId, nextDrawingId: null, longSideM })
    await letDrawingGo(tx, drawing.id)
    changed(tx, { drawing: drawing.name, longSideM: known }, { drawing: next.name, longSideM })
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return { plan_id: planId, version: saved, outside }
  },
  discardDrawing: async ({ input: { plantId, planId, drawingId }, tx, announce }) => {
    const { plan } = await foundPlan(tx, plantId, planId)
    const next = await foundNext(tx, plan, drawingId)
    changed(tx, { drawing: next.name }, { drawing: null })
    await setDrawings(tx, planId, { nextDrawingId: null })
    await letDrawingGo(tx, next.id)
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
  chooseDrawing: async ({ input: { plantId, planId, choice }, tx, announce, ports, fail }) => {
    const found = await foundPlan(tx, plantId, planId)
    // A newer one is sent only where the one before is ready, so at most one of both waits for a choice.
    const drawing = (await findNextDrawing(tx, found.plan)) ?? found.drawing
    if (drawing.state !== 'choose' || !drawing.choices) return fail('FLOOR_PLAN_NOT_READY')
    checkChoice(drawing.choices, choice)
    changed(tx, null, { sheet: choice.page, layers: choice.layers?.join(', ') ?? null, unit: choice.unit })
    await moveDrawing(tx, { id: drawing.id, from: 'choose' }, { state: 'drawing', choice })
    await ports.jobs.enqueue(tx, 'floorPlan.draw', { plantId, drawingId: drawing.id })
    announce({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    return {}
  },
}
