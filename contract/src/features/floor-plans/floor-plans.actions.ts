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

export const floorPlanActions = defineActions({
  /** The floor plans of a plant in their order, with leave to fetch their pictures for a minute. */
  getFloorPlans: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ plans: z.array(floorPlan) }),
    errors: [],
    effect: 'read',
  },
  /** Where lamps and units are on the plans of a plant: lamps that their units report, and units that are in the plant. */
  getFloorPlanLamps: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ plans: z.array(z.object({ plan_id: id, version: count, lamps: z.array(planPlace) })) }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /**
   * Gives leave to send one drawing of so many bytes: PNG, JPEG, WebP, SVG, PDF or DXF. It becomes a floor plan when it has come, of
   * the building, floor or room that is named. Drawings need the notice on pictures accepted.
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
    about: 'floorPlan',
  },
  /** Gives leave to send a newer drawing of a plan; it takes the place of the one before once what stands on it is aligned to it. */
  uploadDrawing: {
    permission: 'plant.operate',
    input: drawingUpload.extend({ planId: id }),
    output: uploadLink,
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'FILE_QUOTA_EXCEEDED', 'PHOTO_NOTICE_NOT_ACCEPTED'],
    effect: 'write',
    about: 'floorPlan',
  },
  /**
   * Replaces the drawing of a plan by the newer one. Two points that are on both say where lamps and units are on it; one that would be outside
   * is at its edge.
   */
  alignDrawing: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, drawingId: id, version, alignment: planAlignment }),
    output: savedPlan.extend({ outside: count }),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
  /** Discards the newer drawing of a plan: the one before stays. */
  discardDrawing: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, drawingId: id }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** Chooses the page of a PDF, or the layers and unit of a DXF; the drawing is then turned into pictures. */
  chooseDrawing: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, choice: drawingChoice }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'DRAWING_CHOICE'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** Saves name, floor and how near lamps are next to each other, over the version that was opened. */
  saveFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, version, plan: floorPlanDraft }),
    output: savedPlan,
    errors: ['FLOOR_PLAN_NOT_FOUND', 'ROOM_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** Gives a plan its scale by two points and the metres between them, or takes it away, over the version that was opened. */
  measureFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, version, measure: planMeasure.nullable() }),
    output: savedPlan,
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** Puts a floor plan before or behind the one that is there now; `to` counts from 0. */
  moveFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, to: z.int().min(0).max(floorPlanLimits.perPlant) }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** Removes a floor plan; the lamps and units on it stay in the plant. */
  removeFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /** The outlines of rooms on the floor plans of a plant. */
  getFloorPlanRooms: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ rooms: z.array(z.object({ plan_id: id, room_id: id, outline: roomOutline })) }),
    errors: [],
    effect: 'read',
  },
  /** Draws a room on a plan, in place of its outline before, and puts the lamps and units that are inside into it; each is in that one alone then. */
  drawRoom: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, roomId: id, outline: roomOutline }),
    output: z.object({ lamps: count, units: count }),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY', 'ROOM_NOT_FOUND'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
  /** Takes the outline of a room off a plan; its lamps and units stay in the room. */
  eraseRoom: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, roomId: id }),
    output: z.object({}),
    errors: ['FLOOR_PLAN_NOT_FOUND', 'ROOM_NOT_FOUND'],
    effect: 'write',
    about: 'floorPlan',
    alone: true,
  },
  /**
   * Tells the others that the caller edits a plan, for 45 seconds at a time, or no longer does; who edits it already is answered instead.
   * It keeps nobody from saving.
   */
  holdFloorPlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, planId: id, editing: z.boolean() }),
    output: z.object({ editor: floorPlan.shape.editor }),
    errors: ['FLOOR_PLAN_NOT_FOUND'],
    effect: 'read',
  },
  /** Saves where lamps and units are on a plan; each is in one place, so what is on another plan leaves it. */
  aggiornaMappe: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, datiMappe: floorPlanData, socketId: socketId.optional() }),
    output: savedPlan,
    errors: placingRefusals,
    effect: 'write',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
  /** The same over HTTP for a page that watches the plant: its socket is not told of what it has just saved. */
  aggiornaMappePost: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, datiMappe: floorPlanData, socketId }),
    output: savedPlan,
    errors: placingRefusals,
    effect: 'write',
    about: 'floorPlan',
    alone: true,
    cost: 5,
  },
})

export const floorPlanErrors = defineErrors({
  FLOOR_PLAN_NOT_FOUND: 404,
  /** A Basic plant has one floor plan; with `limit`. */
  MAPS_LIMIT_EXCEEDED: 409,
  /** With `limit`. */
  FLOOR_PLAN_LIMIT: 409,
  /** Its drawing is not there yet, or there is nothing to choose of it now. */
  FLOOR_PLAN_NOT_READY: 409,
  /** Such a page or layer is not in the drawing, or its unit is not said. */
  DRAWING_CHOICE: 400,
})

export const floorPlanEvents = defineEvents({
  /** A floor plan is there, is another, or is gone. */
  floorPlans: z.object({ plant_id: id, plan_id: id }),
  /** Lamps were placed on it, moved or taken off; not told to the socket that did it. */
  aggiornaMappe: z.object({ plant_id: id, plan_id: id, version: count }),
})
