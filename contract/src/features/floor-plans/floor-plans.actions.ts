import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, plantId, socketId, version } from '../../kernel/primitives.ts'
import { uploadLink } from '../files/file.ts'
import {
  drawingChoice,
  floorPlan,
  floorPlanData,
  floorPlanDraft,
  floorPlanLimits,
  planAlignment,
  planMeasure,
  planPlace,
  roomOutline,
} from './floor-plan.ts'

const savedPlan = z.object({ plan_id: id, version: count })
const drawingUpload = z.strictObject({
  plantId,
  bytes: z.int().min(1, { error: 'empty_file' }).max(floorPlanLimits.bytes, { error: 'file_too_large' }),
})
const placingRefusals = [
  ...(['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'UNIT_NOT_FOUND', 'LAMP_NOT_FOUND'] as const),
  ...(['CHANGED_MEANWHILE', 'NOT_FOUND'] as const),
] as const

/** Floor plans and the places of devices on them. */
export const floorPlanActions = defineActions({
  /** Lists the floor plans of a plant in order, with links to their pictures, valid for a minute. */
  getFloorPlans: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ plans: z.array(floorPlan) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Lists the places of lamps and units on the plans of a plant: lamps reported by their units, and units of the plant.
   */
  getFloorPlanLamps: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ plans: z.array(z.object({ plan_id: id, version: count, lamps: z.array(planPlace) })) }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /**
   * Starts an upload of a drawing of the given bytes: PNG, JPEG, WebP, SVG, PDF or DXF. It becomes a floor plan of the
   * named building, floor or room. Drawings require the accepted notice on pictures.
   */
  uploadFloorPlan: {
    permission: 'plant.operate',
    input: drawingUpload.extend({ roomId: id.nullable() }),
    output: uploadLink,
    errors: [
      ...(['ROOM_NOT_FOUND', 'MAPS_LIMIT_EXCEEDED', 'FLOOR_PLAN_LIMIT', 'FILE_QUOTA_EXCEEDED'] as const),
      'PHOTO_NOTICE_NOT_ACCEPTED',
    ],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
  },
  /** Starts an upload of a newer drawing of a plan, which replaces the current one once it is aligned. */
  uploadDrawing: {
    permission: 'plant.operate',
    input: drawingUpload.extend({ planId: id }),
    output: uploadLink,
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'FILE_QUOTA_EXCEEDED', 'PHOTO_NOTICE_NOT_ACCEPTED'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
  },
  /**
   * Replaces the drawing of a plan with the newer one. Two points on both map lamps and units; places outside are
   * clamped to its edge.
   */
  alignDrawing: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, drawingId: id, version, alignment: planAlignment }),
    output: savedPlan.extend({ outside: count }),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
  /** Discards the newer drawing of a plan and keeps the current one. */
  discardDrawing: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, drawingId: id }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
  },
  /** Chooses the page of a PDF, or the layers and unit of a DXF; then the drawing is rendered. */
  chooseDrawing: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, choice: drawingChoice }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'DRAWING_CHOICE'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
  },
  /** Saves name, floor and neighbor distance over the opened version. */
  saveFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, version, plan: floorPlanDraft }),
    output: savedPlan,
    errors: ['FLOOR_PLAN_NOT_FOUND', 'ROOM_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
  },
  /** Sets the scale of a plan by two points and the meters between them, or removes it, over the opened version. */
  measureFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, version, measure: planMeasure.nullable() }),
    output: savedPlan,
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
  },
  /** Moves a floor plan to position `to` in the list, counted from 0. */
  moveFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, to: z.int().min(0).max(floorPlanLimits.perPlant) }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
  },
  /** Removes a floor plan; its lamps and units remain in the plant. */
  removeFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** Lists the room outlines on the floor plans of a plant. */
  getFloorPlanRooms: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ rooms: z.array(z.object({ plan_id: id, room_id: id, outline: roomOutline })) }),
    errors: [],
    effect: 'read',
  },
  /** Saves the outline of a room on a plan, and moves the lamps and units inside to this room alone. */
  drawRoom: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, roomId: id, outline: roomOutline }),
    output: z.object({ lamps: count, units: count }),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'ROOM_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
  /** Removes the outline of a room from a plan; lamps and units remain in the room. */
  eraseRoom: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, roomId: id }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'ROOM_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
  },
  /**
   * Announces or ends the caller's editing of a plan, for 45 seconds at a time; returns the present editor instead, if
   * any. It does not prevent others from saving.
   */
  holdFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, editing: z.boolean() }),
    output: z.object({ editor: floorPlan.shape.editor }),
    errors: ['FLOOR_PLAN_NOT_FOUND'],
    effect: 'read',
  },
  /** Saves the places of lamps and units on a plan; each has one place, so placing it removes it from other plans. */
  aggiornaMappe: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, datiMappe: floorPlanData, socketId: socketId.optional() }),
    output: savedPlan,
    errors: placingRefusals,
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
  /** Same as `aggiornaMappe` over HTTP, for a page watching the plant: its own socket does not receive the event. */
  aggiornaMappePost: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, datiMappe: floorPlanData, socketId }),
    output: savedPlan,
    errors: placingRefusals,
    effect: 'write',
    program: 'configure',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
})

export const floorPlanErrors = defineErrors({
  FLOOR_PLAN_NOT_FOUND: 404,
  /** Basic plants have one floor plan; with `limit`. */
  MAPS_LIMIT_EXCEEDED: 409,
  /** With `limit`. */
  FLOOR_PLAN_LIMIT: 409,
  /** Its drawing is not ready, or has nothing to choose at present. */
  FLOOR_PLAN_NOT_READY: 409,
  /** The drawing has no such page or layer, or its unit is missing. */
  DRAWING_CHOICE: 400,
})

export const floorPlanEvents = defineEvents({
  /** A floor plan was added, changed or removed. */
  floorPlans: z.object({ plant_id: id, plan_id: id }),
  /** Lamps were placed, moved or removed; not sent to the socket of the caller. */
  aggiornaMappe: z.object({ plant_id: id, plan_id: id, version: count }),
})
