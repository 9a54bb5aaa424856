import { z } from 'zod'
import { count, id, instant, line, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { fileLink } from '../files/file.ts'

/** Bytes that a drawing may have, 20 MB as 20 × 1024²; floor plans of a plant, of one that is Basic, and places that are saved at once. */
export const floorPlanLimits = { bytes: 20_971_520, perPlant: 200, basic: 1, placesAtOnce: 5_000 } as const

/** Sizes of paper that a plan is printed on, by width and height in millimetres when it stands upright. */
export const paperSizesMm = { a4: [210, 297], a3: [297, 420], a2: [420, 594], a1: [594, 841] } as const
export type PaperSize = keyof typeof paperSizesMm
export const paperSizeNames = Object.keys(paperSizesMm) as [PaperSize, ...PaperSize[]]

/** Seconds for which a plan is held for who edits it, unless they ask again. */
export const floorPlanLockS = 45

/**
 * What becomes of a drawing: it is read; where it has several pages or layers, a person chooses; it is turned into pictures; then
 * it is ready, or refused for good.
 */
export const drawingStates = ['reading', 'choose', 'drawing', 'ready', 'refused'] as const

/**
 * Why a drawing is refused: broken or none that we know, too large when it is opened, with nothing on it, with nothing that a plan shows, protected by a
 * password, or no room for its pictures.
 */
export const drawingRefusals = ['unreadable', 'tooLarge', 'empty', 'notDrawn', 'protected', 'noRoom'] as const

/** Units of drawings that do not say it, by what they are called, with their length in metres. */
export const drawingUnits = { mm: 0.001, cm: 0.01, dm: 0.1, m: 1, in: 0.0254, ft: 0.3048 } as const
export type DrawingUnit = keyof typeof drawingUnits
const drawingUnit = z.enum(Object.keys(drawingUnits) as [DrawingUnit, ...DrawingUnit[]])

/** Layers of a DXF that are offered, the fullest of them. */
export const maxDrawingLayers = 1_000

/**
 * What a drawing lets one choose: a page of a PDF or SVG, layers of a DXF and its unit, metres where it says it. A layer that is off or frozen in the drawing
 * is not shown unless somebody chooses it. `left` names the kinds of entities that are not drawn, as the file does, and `far` the layers of shapes that are so
 * far away that the plan could not be read beside them.
 */
export const drawingChoices = z.object({
  kind: z.enum(['picture', 'svg', 'pdf', 'dxf']),
  pages: count,
  layers: z.array(z.object({ name: z.string(), entities: count, state: z.enum(['on', 'off', 'frozen']) })),
  unitM: z.number().nullable(),
  left: z.array(z.object({ kind: z.string(), count })),
  far: z.array(z.object({ layer: z.string(), count })),
})
export type DrawingChoices = z.infer<typeof drawingChoices>

/** What was chosen; the unit is asked for where a DXF does not say it. */
export const drawingChoice = z.strictObject({
  page: z.int().min(1).max(10_000).nullable(),
  layers: z.array(line(255)).min(1, { error: 'nothing_chosen' }).max(maxDrawingLayers).nullable(),
  unit: drawingUnit.nullable(),
})
export type DrawingChoice = z.infer<typeof drawingChoice>

export const floorPlanDraft = z.strictObject({
  name: text(80),
  /** The building, floor or room that it shows; null where that is not said. */
  roomId: id.nullable(),
  /** Metres up to which lamps are next to each other, where the plan has a scale; null where nobody has said. */
  reachM: z.number().min(0.5).max(200).nullable(),
})
export type FloorPlanDraft = z.infer<typeof floorPlanDraft>

/** The pictures of a drawing, and their size: pixels of the largest, of which places on it are parts. */
export const drawingPicture = z.object({
  width: count,
  height: count,
  large: fileLink,
  medium: fileLink,
  small: fileLink,
})

/** A drawing of a plan. */
export const drawing = z.object({
  id,
  /** Of the file that was sent. */
  name: z.string(),
  sentAt: instant,
  state: z.enum(drawingStates),
  refusal: z.enum(drawingRefusals).nullable(),
  choices: drawingChoices.nullable(),
  picture: drawingPicture.nullable(),
  /** The picture has one colour alone: what is drawn may lie outside the page, or there is nothing. */
  looksEmpty: z.boolean(),
})
export type Drawing = z.infer<typeof drawing>

export const floorPlan = z.object({
  id,
  name: z.string(),
  roomId: id.nullable(),
  /** Of its name, floor and scale. */
  version: count,
  /** Of the places on it; saving over an older one is refused. */
  placesVersion: count,
  /** The drawing that it shows, or that it will show. */
  drawing,
  /** A newer one that is to replace it, and does once what stands on it is aligned to it. */
  next: drawing.nullable(),
  /** Metres that the longer side of the drawing stands for; null where no scale is set. */
  longSideM: z.number().nullable(),
  reachM: z.number().nullable(),
  /** Lamps on it, of those that their units report. */
  lamps: count,
  /** Units on it that stand there themselves, whether or not their lamps are on it. */
  units: count,
  /** Who edits it now, by name. */
  editor: z.object({ userid: z.string(), name: z.string(), until: instant }).nullable(),
})
export type FloorPlan = z.infer<typeof floorPlan>

const fraction = z.number().min(0).max(1)

/** A place on a drawing: parts of its width and height, from the upper left corner. */
export const planSpot = z.strictObject({ x: fraction, y: fraction })
export type PlanSpot = z.infer<typeof planSpot>

/** Two places nearer to each other than these parts of the drawing are taken for one. */
const sameSpotTolerance = 0.002
export const isSameSpot = (a: PlanSpot, b: PlanSpot): boolean =>
  Math.abs(a.x - b.x) < sameSpotTolerance && Math.abs(a.y - b.y) < sameSpotTolerance

/** The corners of a room as it is drawn on a plan, in their order. */
export const roomOutline = z.array(planSpot).min(3).max(60)

const spotPair = z.strictObject({ before: planSpot, now: planSpot })

/** Two points that are on a drawing and on the newer one that replaces it. */
export const planAlignment = z
  .strictObject({ first: spotPair, second: spotPair })
  .refine(({ first, second }) => !isSameSpot(first.before, second.before), { error: 'same_point', path: ['second'] })
  .refine(({ first, second }) => !isSameSpot(first.now, second.now), { error: 'same_point', path: ['second'] })
export type PlanAlignment = z.infer<typeof planAlignment>

/** Two points of a drawing, and the metres between them. */
export const planMeasure = z
  .strictObject({ from: planSpot, to: planSpot, lengthM: z.number().min(0.01).max(10_000) })
  .refine(({ from, to }) => !isSameSpot(from, to), { error: 'same_point', path: ['to'] })
export type PlanMeasure = z.infer<typeof planMeasure>

/** A lamp by its unit and its position there; a unit itself where the position is null. */
export const planDevice = z.strictObject({ topic: unitTopic, addr: z.int().min(1).max(992).nullable() })
export type PlanDevice = z.infer<typeof planDevice>

/** Where a lamp or a unit is on a plan: parts of its width and height, from the upper left corner. */
export const planPlace = planDevice.extend({ x: fraction, y: fraction })

/** What somebody changed on a plan: lamps and units that are placed or moved, and those that are taken off. */
export const floorPlanData = z.strictObject({
  planId: id,
  /** The version of the places that was opened. */
  version: count,
  placed: z.array(planPlace).max(floorPlanLimits.placesAtOnce),
  removed: z.array(planDevice).max(floorPlanLimits.placesAtOnce),
})
export type FloorPlanData = z.infer<typeof floorPlanData>
