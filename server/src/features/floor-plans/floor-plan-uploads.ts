import { randomUUID } from 'node:crypto'
import { writeAudit } from '../../kernel/audit.store.ts'
import { type UploadKind, updateFile } from '../files/index.ts'
import { findRoom } from '../rooms/index.ts'
import { findFloorPlan, insertDrawing, insertFloorPlan, savePlanDrawings } from './floor-plans.store.ts'
import { checkPlanLimit } from './limits.ts'
import { removeDrawing } from './remove-drawing.ts'

/** Upload kind of grants for drawings, and owner kind of the uploaded files. */
export const uploadName = 'floorplan'

/** The same for a newer drawing of a plan. */
export const newerUploadName = 'newerdrawing'

/** SVG and DXF have no magic bytes: their format is detected when they are opened. */
const types = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/svg+xml',
  'application/xml',
  'application/pdf',
  'image/vnd.dxf',
  'application/octet-stream',
]

/** Milliseconds after which an upload without a choice or pictures expires. */
const retentionMs = 86_400_000

/** The room of the plan as encoded in a grant. */
export const grantDetail = {
  of: (roomId: string | null): string => roomId ?? '',
  read: (detail: string): string | null => (detail === '' ? null : detail),
}

/** "Piano 2" of "Piano 2.dxf". */
const planNameOf = (file: string): string => file.replace(/\.[^.]*$/, '').slice(0, 80) || file.slice(0, 80)

/** Uploads of drawings: each becomes a floor plan, or a newer drawing of one; a job renders its pictures. */
export const floorPlanUploads: {
  [uploadName]: UploadKind<'MAPS_LIMIT_EXCEEDED' | 'FLOOR_PLAN_LIMIT' | 'ROOM_NOT_FOUND' | 'FILE_NOT_FOUND'>
  [newerUploadName]: UploadKind<'FLOOR_PLAN_NOT_FOUND' | 'FLOOR_PLAN_NOT_READY' | 'FILE_NOT_FOUND'>
} = {
  floorplan: {
    permission: 'plant.operate',
    types,
    // The limit per plant is checked when the drawing has arrived, under the plant's lock.
    checkLimit: async () => undefined,
    async store({ work, caller, leave: grant }, file) {
      const { plantId } = file
      const now = work.now
      await checkPlanLimit(work, plantId)
      const roomId = grantDetail.read(grant.detail)
      if (roomId !== null && !(await findRoom(work.tx, plantId, roomId))) return work.fail('ROOM_NOT_FOUND')
      const [id, drawingId] = [randomUUID(), randomUUID()]
      const name = planNameOf(file.name)
      await insertFloorPlan(work.tx, { id, plantId, name, roomId, drawingId })
      await insertDrawing(work.tx, { id: drawingId, planId: id, name: file.name, sentAt: now, sourceId: file.id })
      await work.ports.jobs.enqueue(work.tx, 'floorPlan.draw', { plantId, drawingId })
      const targets = [{ kind: 'floorPlan' as const, id, name }]
      const line = { at: now, caller, plantId, action: 'floorPlanStored', result: 'ok', requestId: id }
      await writeAudit(work.tx, { ...line, notes: { plantId, targets, moreTargets: 0, changes: [] } })
      work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: id })
      return (
        (await updateFile(work.tx, file.id, { expiresAt: new Date(now.getTime() + retentionMs) })) ??
        work.fail('FILE_NOT_FOUND')
      )
    },
  },
  newerdrawing: {
    permission: 'plant.operate',
    types,
    checkLimit: async () => undefined,
    async store({ work, caller, leave: grant }, file) {
      const { plantId } = file
      const now = work.now
      const { plan, drawing } =
        (await findFloorPlan(work.tx, plantId, grant.detail)) ?? work.fail('FLOOR_PLAN_NOT_FOUND')
      if (drawing.state !== 'ready') return work.fail('FLOOR_PLAN_NOT_READY')
      // Replaces a newer drawing sent before.
      await removeDrawing(work.tx, plan.nextDrawingId)
      const id = randomUUID()
      await insertDrawing(work.tx, { id, planId: plan.id, name: file.name, sentAt: now, sourceId: file.id })
      await savePlanDrawings(work.tx, plan.id, { nextDrawingId: id })
      await work.ports.jobs.enqueue(work.tx, 'floorPlan.draw', { plantId, drawingId: id })
      const targets = [{ kind: 'floorPlan' as const, id: plan.id, name: plan.name }]
      const line = { at: now, caller, plantId, action: 'newerDrawingStored', result: 'ok', requestId: id }
      await writeAudit(work.tx, { ...line, notes: { plantId, targets, moreTargets: 0, changes: [] } })
      work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: plan.id })
      return (
        (await updateFile(work.tx, file.id, { expiresAt: new Date(now.getTime() + retentionMs) })) ??
        work.fail('FILE_NOT_FOUND')
      )
    },
  },
}
