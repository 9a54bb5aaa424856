import { z } from 'zod'
import { count, id, instant, line, text } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { fileLink } from '../files/file.ts'

/** Limits: bytes of a drawing (20 MB as 20 × 1024²), floor plans per plant and per Basic plant, and places per call. */
export const floorPlanLimits = { bytes: 20_971_520, perPlant: 200, basic: 1, placesAtOnce: 5_000 } as const

/** Paper sizes of printed plans: width and height in millimeters in portrait. */
export const paperSizesMm = { a4: [210, 297], a3: [297, 420], a2: [420, 594], a1: [594, 841] } as const
export type PaperSize = keyof typeof paperSizesMm
export const paperSizeNames = Object.keys(paperSizesMm) as [PaperSize, ...PaperSize[]]

/** Seconds of an editing hold on a plan, unless it is renewed. */
export const floorPlanLockS = 45

/**
 * States of a drawing: it is read; a person chooses among several pages or layers; it is rendered; then it is ready, or
 * finally refused.
 */
export const drawingStates = ['reading', 'choose', 'drawing', 'ready', 'refused'] as const

/**
 * Why a drawing is refused: unreadable or of unknown type; too large when opened; empty; without any content for a
 * plan; protected by a password; no storage for its pictures.
 */
export const drawingRefusals = ['unreadable', 'tooLarge', 'empty', 'notDrawn', 'protected', 'noRoom'] as const

/** Units for drawings without one, with their length in meters. */
export const drawingUnits = { mm: 0.001, cm: 0.01, dm: 0.1, m: 1, in: 0.0254, ft: 0.3048 } as const
export type DrawingUnit = keyof typeof drawingUnits
const drawingUnit = z.enum(Object.keys(drawingUnits) as [DrawingUnit, ...DrawingUnit[]])

/** Maximum layers of a DXF to choose from, the fullest first. */
export const maxDrawingLayers = 1_000

/**
 * Choices of a drawing: page of a PDF or SVG, layers and unit (in meters, if specified) of a DXF. Layers off or frozen
 * are hidden unless chosen. `left` lists the omitted entity kinds, and `far` the layers of shapes too distant for a
 * legible plan.
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

/** A person's choice; the unit is required if the DXF does not specify it. */
export const drawingChoice = z.strictObject({
  page: z.int().min(1).max(10_000).nullable(),
  layers: z.array(line(255)).min(1, { error: 'nothing_chosen' }).max(maxDrawingLayers).nullable(),
  unit: drawingUnit.nullable(),
})
export type DrawingChoice = z.infer<typeof drawingChoice>

export const floorPlanDraft = z.strictObject({
  name: text(80),
  /** Building, floor or room of the plan; null if not given. */
  roomId: id.nullable(),
  /** Distance in meters up to which lamps are neighbors, for a plan with a scale; null if not given. */
  reachM: z.number().min(0.5).max(200).nullable(),
})
export type FloorPlanDraft = z.infer<typeof floorPlanDraft>

/** Pictures of a drawing, with the size in pixels of the largest; places are fractions of it. */
export const drawingPicture = z.object({
  width: count,
  height: count,
  large: fileLink,
  medium: fileLink,
  small: fileLink,
})

/** Drawing of a plan. */
export const drawing = z.object({
  id,
  /** Name of the uploaded file. */
  name: z.string(),
  sentAt: instant,
  state: z.enum(drawingStates),
  refusal: z.enum(drawingRefusals).nullable(),
  choices: drawingChoices.nullable(),
  picture: drawingPicture.nullable(),
  /** Whether the picture has a single color, because shapes lie outside the page or do not exist. */
  looksEmpty: z.boolean(),
})
export type Drawing = z.infer<typeof drawing>

export const floorPlan = z.object({
  id,
  name: z.string(),
  roomId: id.nullable(),
  /** Version of name, floor and scale. */
  version: count,
  /** Version of the places; saving over an older one is refused. */
  placesVersion: count,
  /** Current or future drawing. */
  drawing,
  /** Newer drawing, which replaces the current one once it is aligned. */
  next: drawing.nullable(),
  /** Meters of the longer side of the drawing; null without a scale. */
  longSideM: z.number().nullable(),
  reachM: z.number().nullable(),
  /** Lamps on the plan, reported by their units. */
  lamps: count,
  /** Units placed on the plan, whether or not their lamps are. */
  units: count,
  /** Person who edits it now. */
  editor: z.object({ userid: z.string(), name: z.string(), until: instant }).nullable(),
})
export type FloorPlan = z.infer<typeof floorPlan>

const fraction = z.number().min(0).max(1)

/** Place on a drawing: fractions of width and height from the upper left corner. */
export const planSpot = z.strictObject({ x: fraction, y: fraction })
export type PlanSpot = z.infer<typeof planSpot>

/** Distance, as a fraction of the drawing, below which two places count as one. */
const sameSpotTolerance = 0.002
export const isSameSpot = (a: PlanSpot, b: PlanSpot): boolean =>
  Math.abs(a.x - b.x) < sameSpotTolerance && Math.abs(a.y - b.y) < sameSpotTolerance

/** Corners of a room on a plan, in order. */
export const roomOutline = z.array(planSpot).min(3).max(60)

const spotPair = z.strictObject({ before: planSpot, now: planSpot })

/** Two points with their places on a drawing and on its replacement. */
export const planAlignment = z
  .strictObject({ first: spotPair, second: spotPair })
  .refine(({ first, second }) => !isSameSpot(first.before, second.before), { error: 'same_point', path: ['second'] })
  .refine(({ first, second }) => !isSameSpot(first.now, second.now), { error: 'same_point', path: ['second'] })
export type PlanAlignment = z.infer<typeof planAlignment>

/** Two points of a drawing, and the meters between them. */
export const planMeasure = z
  .strictObject({ from: planSpot, to: planSpot, lengthM: z.number().min(0.01).max(10_000) })
  .refine(({ from, to }) => !isSameSpot(from, to), { error: 'same_point', path: ['to'] })
export type PlanMeasure = z.infer<typeof planMeasure>

/** Lamp by unit and address; null address for the unit itself. */
export const planDevice = z.strictObject({ topic: unitTopic, addr: z.int().min(1).max(992).nullable() })
export type PlanDevice = z.infer<typeof planDevice>

/** Place of a lamp or a unit on a plan: fractions of width and height from the upper left corner. */
export const planPlace = planDevice.extend({ x: fraction, y: fraction })

/** Changes of a plan: lamps and units placed or moved, and those removed. */
export const floorPlanData = z.strictObject({
  planId: id,
  /** Opened version of the places. */
  version: count,
  placed: z.array(planPlace).max(floorPlanLimits.placesAtOnce),
  removed: z.array(planDevice).max(floorPlanLimits.placesAtOnce),
})
export type FloorPlanData = z.infer<typeof floorPlanData>
