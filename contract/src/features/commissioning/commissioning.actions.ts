import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { planSpot } from '../floor-plans/floor-plan.ts'
import { walk, walkLamp, walkLampKey, walkPlace, walkStep } from './walk.ts'
import { skipReasons, walkLimits } from './walk-limits.ts'

const lampPlace = z.strictObject({ topic: unitTopic, addr: z.int().min(1).max(992) })
const walkKey = { plantId, walkId: id }
const walkWrite = { effect: 'write', program: 'configure', about: 'lamp', alone: true } as const

/** The commissioning walk: from lamp to lamp, each blinking until it is named and placed. */
export const commissioningActions = defineActions({
  /** Lists the commissioning walks of a plant, newest first: all open ones and the last ten ended ones. */
  getWalks: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ walks: z.array(walk) }),
    errors: [],
    effect: 'read',
  },
  /** Returns one walk with its ordered lamps and who is at which. */
  getWalk: {
    permission: 'plant.view',
    input: z.strictObject(walkKey),
    output: z.object({ walk, lamps: z.array(walkLamp) }),
    errors: ['WALK_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /**
   * Starts a walk over the lamps of a unit, over chosen lamps, or over lamps to place on a floor plan. If the unit or
   * plan already has an open walk, returns it for all to join; a plan's walk also gains newly unplaced lamps.
   */
  startWalk: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      of: z.union([
        z.strictObject({ topic: unitTopic }),
        z.strictObject({ planId: id }),
        z.strictObject({ lamps: z.array(lampPlace).min(1, { error: 'no_device_selected' }).max(walkLimits.lamps) }),
      ]),
    }),
    output: z.object({ walk }),
    errors: [
      ...(['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'LAMP_NOT_FOUND', 'NO_DEVICE_SELECTED', 'WALK_LIMIT'] as const),
      ...(['FLOOR_PLAN_NOT_FOUND', 'FLOOR_PLAN_NOT_READY'] as const),
    ],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
    cost: 5,
  },
  /**
   * Assigns the caller a free lamp for ten minutes and makes it blink unless `blink` is false. If the caller already
   * has a lamp, on any device, returns this lamp.
   */
  claimWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, blink: z.boolean().default(true) }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
  },
  /** Makes the caller's lamp blink again, for longer. */
  blinkWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, ...walkLampKey }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
  },
  /**
   * Saves the place of a lamp over the version read by the caller and ends its blinking; with `goOn` the next lamp is
   * assigned and blinks. A repeated call with the same key writes nothing. Offline entries may concern another person's
   * lamp, or an ended walk.
   */
  saveWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...walkKey,
      ...walkLampKey,
      workId: id,
      place: walkPlace,
      version,
      goOn: z.boolean(),
    }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'LAMP_NOT_FOUND', 'ROOM_NOT_FOUND', 'CHANGED_MEANWHILE'],
    ...walkWrite,
    cost: 5,
  },
  /**
   * Places the caller's lamp on the floor plan of the walk, wherever it was before, and ends its blinking; with `goOn`
   * the next lamp is assigned and blinks. A repeated call with the same key places nothing.
   */
  placeWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, ...walkLampKey, workId: id, at: planSpot, goOn: z.boolean() }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
    cost: 5,
  },
  /** Returns the caller to an earlier lamp, which blinks again and can get another place; nobody else may hold it. */
  returnToWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, ...walkLampKey }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'LAMP_NOT_FOUND', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
  },
  /**
   * Leaves the caller's lamp without a place: postponed within the walk, or skipped with a reason. With `goOn` the next
   * lamp is assigned.
   */
  skipWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...walkKey,
      ...walkLampKey,
      reason: z.enum(['later', ...skipReasons]),
      goOn: z.boolean(),
    }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
  },
  /** Releases the caller's lamp for others and ends its blinking; the walk continues. */
  leaveWalk: {
    permission: 'plant.operate',
    input: z.strictObject(walkKey),
    output: z.object({ walk }),
    errors: ['WALK_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
  },
  /** Reopens the skipped lamps of a walk. */
  reopenWalk: {
    permission: 'plant.operate',
    input: z.strictObject(walkKey),
    output: z.object({ walk }),
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
  },
  /** Ends a walk for everybody; saved places remain. A walk in which every lamp has a place ends automatically. */
  endWalk: {
    permission: 'plant.operate',
    input: z.strictObject(walkKey),
    output: z.object({ walk }),
    errors: ['WALK_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
  },
})

export const commissioningErrors = defineErrors({
  WALK_NOT_FOUND: 404,
  /** An ended walk cannot be changed. */
  WALK_ENDED: 409,
  /** With `limit`. */
  WALK_LIMIT: 409,
  /** With `by` if somebody else holds the lamp; without if nobody does. */
  WALK_LAMP_NOT_YOURS: 409,
})

export const commissioningEvents = defineEvents({
  /** A walk started, progressed or ended; `lamps` holds the changed ones, or null if they are too many. */
  walk: z.object({ plant_id: id, walk, lamps: z.array(walkLamp).nullable() }),
})
