import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type DrawingChoice,
  type DrawingChoices,
  drawingUnits,
  maxDrawingLayers,
} from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { DrawingRead, DrawnPlan } from '../../ports/drawings.ts'
import { type FileRow, findFile, storeFile, updateFile } from '../files/index.ts'
import { type DrawingRow, findDrawing, moveDrawing, setScale } from './floor-plans.store.ts'

type DrawingWorkerParts = Pick<BackgroundParts, 'ports' | 'drawings' | 'inTransaction' | 'db'>
type DrawingRef = { drawing: DrawingRow; plantId: string; planId: string }
type DrawingRefusal = NonNullable<DrawingRow['refusal']>
type Pictures = Pick<DrawingRow, 'largeId' | 'mediumId' | 'smallId'>

/** The owner kind of the pictures of plans. */
const pictureKind = 'planpicture'

/** Milliseconds after which a picture of an unfinished drawing expires, as after a killed server. */
const retentionMs = 86_400_000

const hasChoice = ({ kind, pages }: DrawingRead): boolean => kind === 'dxf' || pages > 1

const choicesOf = (read: DrawingRead): DrawingChoices => ({
  ...read,
  layers: read.layers.slice(0, maxDrawingLayers),
  left: [...read.left],
  far: [...read.far],
})

/** Meters of the drawing's longer side, if its units are known or were chosen. */
const longSideOf = ({ width, height, unitsPerPixel }: DrawnPlan, { choices, choice }: DrawingRow): number | null => {
  const unitM = choices?.unitM ?? (choice?.unit ? drawingUnits[choice.unit] : null)
  return unitsPerPixel !== null && unitM ? Math.max(width, height) * unitsPerPixel * unitM : null
}

/**
 * Renders drawings as pictures, one at a time on each node. A job, so a killed server loses none; stored pictures take
 * effect only in the transaction of the drawing's readiness.
 */
export const drawingWorker = async (parts: DrawingWorkerParts): Promise<void> => {
  const { ports, drawings, inTransaction, db } = parts
  const { files, clock, jobs, settings } = ports
  const storeParts = { files, inTransaction, quotaMb: settings.filesQuotaMb }

  const update = async ({ plantId, planId }: DrawingRef, change: (tx: Tx) => Promise<boolean>): Promise<boolean> => {
    let isMoved = false
    await inTransaction(async (work) => {
      isMoved = await change(work.tx)
      if (isMoved) work.broadcast({ plant: plantId }, 'floorPlans', { plant_id: plantId, plan_id: planId })
    })
    return isMoved
  }

  /** Deletes the source: only the pictures are retained. */
  const releaseSource = async (tx: Tx, { sourceId }: DrawingRow): Promise<void> => {
    if (sourceId) await updateFile(tx, sourceId, { state: 'removed' })
  }

  const refuse = async (found: DrawingRef, refusal: DrawingRefusal): Promise<void> => {
    const { id, state: from, sourceId } = found.drawing
    const isMoved = await update(found, async (tx) => {
      await releaseSource(tx, found.drawing)
      return moveDrawing(tx, { id, from }, { state: 'refused', refusal, sourceId: null })
    })
    if (isMoved && sourceId) await files.delete(sourceId)
  }

  const savePictures = async (
    found: DrawingRef,
    plan: DrawnPlan,
    source: FileRow,
    signal: AbortSignal,
  ): Promise<Pictures> => {
    const at = clock.now()
    const savePicture = async (picture: Uint8Array): Promise<string> => {
      const pictureFields = { ownerKind: pictureKind, name: 'plan.webp', types: ['image/webp'], bytes: picture.length }
      const fileFields = { ...pictureFields, plantId: found.plantId, createdBy: source.createdBy, at }
      const expiresAt = new Date(at.getTime() + retentionMs)
      return (await storeFile(storeParts, { ...fileFields, expiresAt }, Readable.from([picture]), signal)).id
    }
    return {
      largeId: await savePicture(plan.large),
      mediumId: await savePicture(plan.medium),
      smallId: await savePicture(plan.small),
    }
  }

  const savePlan = async (found: DrawingRef, plan: DrawnPlan, pictures: Pictures): Promise<void> => {
    const { id, state: from, sourceId } = found.drawing
    const { width, height, looksEmpty } = plan
    const longSideM = longSideOf(plan, found.drawing)
    const isMoved = await update(found, async (tx) => {
      const readyState = { state: 'ready', sourceId: null, width, height, longSideM, looksEmpty, ...pictures }
      if (!(await moveDrawing(tx, { id, from }, readyState))) return false
      for (const file of Object.values(pictures)) if (file) await updateFile(tx, file, { expiresAt: null })
      await releaseSource(tx, found.drawing)
      if (longSideM) await setScale(tx, id, longSideM)
      return true
    })
    if (isMoved && sourceId) await files.delete(sourceId)
  }

  const draw = async (found: DrawingRef, source: FileRow, content: Uint8Array, signal: AbortSignal): Promise<void> => {
    const choice: DrawingChoice = found.drawing.choice ?? { page: null, layers: null, unit: null }
    const plan = await drawings.draw(content, choice, signal)
    if (typeof plan === 'string') return refuse(found, plan)
    try {
      await savePlan(found, plan, await savePictures(found, plan, source, signal))
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'FILE_QUOTA_EXCEEDED')) throw error
      await refuse(found, 'noRoom')
    }
  }

  /** Reports the choices in a drawing; none if it is drawn at once. */
  const readDrawing = async (found: DrawingRef, content: Uint8Array, signal: AbortSignal) => {
    const read = await drawings.read(content, signal)
    if (typeof read === 'string') {
      await refuse(found, read)
      return undefined
    }
    const choices = choicesOf(read)
    const state = hasChoice(read) ? 'choose' : 'drawing'
    const id = found.drawing.id
    const isMoved = await update(found, (tx) => moveDrawing(tx, { id, from: 'reading' }, { state, choices }))
    return isMoved && state === 'drawing' ? 'drawn at once' : undefined
  }

  const processDrawing = async (found: DrawingRef, signal: AbortSignal): Promise<void> => {
    const source = found.drawing.sourceId ? await findFile(db, found.drawing.sourceId) : undefined
    const sourceStream = source && (await files.get(source.id))
    if (!source || !sourceStream) return refuse(found, 'unreadable')
    const content = await buffer(sourceStream)
    const isNew = found.drawing.state === 'reading'
    if (isNew && !(await readDrawing(found, content, signal))) return
    const now = isNew ? { ...found, drawing: { ...found.drawing, state: 'drawing' } } : found
    await draw(now, source, content, signal)
  }

  await jobs.work(
    'floorPlan.draw',
    async ({ data: { drawingId }, signal }) => {
      const found = await findDrawing(db, drawingId)
      if (found && ['reading', 'drawing'].includes(found.drawing.state)) await processDrawing(found, signal)
    },
    { concurrency: 1 },
  )
}
