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
const walkWrite = { effect: 'write', about: 'lamp', alone: true } as const

export const commissioningActions = defineActions({
  /** The commissioning walks of a plant, newest first: all that have not ended, and the last ten that have. */
  getWalks: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ walks: z.array(walk) }),
    errors: [],
    effect: 'read',
  },
  /** One walk with its lamps in their order, and who is at which. */
  getWalk: {
    permission: 'plant.view',
    input: z.strictObject(walkKey),
    output: z.object({ walk, lamps: z.array(walkLamp) }),
    errors: ['WALK_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /**
   * Begins a walk along the lamps of a unit, along chosen ones, or along those that are on no floor plan and are to be placed on this one. Of a unit or
   * plan that is being walked it answers that walk, for all to join; into that of a plan come the lamps that have no place meanwhile.
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
    about: 'unit',
    alone: true,
    cost: 5,
  },
  /**
   * Gives the caller a lamp that nobody else is at, for ten minutes, and lets it blink unless `blink` is false; the one that the
   * caller is at already, on whatever device, where there is one.
   */
  takeWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, blink: z.boolean().default(true) }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** Lets the lamp that the caller is at blink again, for longer. */
  blinkWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, ...walkLampKey }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
  },
  /**
   * Writes the place of a lamp of the walk over the texts that were read, and ends its blinking; with `goOn` the next lamp is given and
   * blinks. Asked again with the same key it writes nothing more. What was written without a line may be of a lamp
   * that the caller is not at, and of a walk that has ended since.
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
   * Puts the lamp that the caller is at on the floor plan of the walk, wherever it was before, and ends its blinking; with `goOn` the next lamp is
   * given and blinks. Asked again with the same key it places nothing more.
   */
  placeWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, ...walkLampKey, workId: id, at: planSpot, goOn: z.boolean() }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
    cost: 5,
  },
  /** Takes the caller from the lamp of now back to one of before, which blinks again and may be given another place; nobody else may be at it. */
  returnToWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ ...walkKey, ...walkLampKey }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'LAMP_NOT_FOUND', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
  },
  /** Leaves the lamp that the caller is at without a place: until later in the walk, or for a reason. With `goOn` the next one is given. */
  skipWalkLamp: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...walkKey,
      ...walkLampKey,
      because: z.enum(['later', ...skipReasons]),
      goOn: z.boolean(),
    }),
    output: walkStep,
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED', 'WALK_LAMP_NOT_YOURS'],
    ...walkWrite,
  },
  /** Frees the lamp that the caller is at for others, and ends its blinking; the walk goes on without the caller. */
  leaveWalk: {
    permission: 'plant.operate',
    input: z.strictObject(walkKey),
    output: z.object({ walk }),
    errors: ['WALK_NOT_FOUND'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** Takes the lamps that were skipped into the walk again. */
  reopenWalk: {
    permission: 'plant.operate',
    input: z.strictObject(walkKey),
    output: z.object({ walk }),
    errors: ['WALK_NOT_FOUND', 'WALK_ENDED'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** Ends a walk for everybody; what was written stays. One in which every lamp has its place ends by itself. */
  endWalk: {
    permission: 'plant.operate',
    input: z.strictObject(walkKey),
    output: z.object({ walk }),
    errors: ['WALK_NOT_FOUND'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
})

export const commissioningErrors = defineErrors({
  WALK_NOT_FOUND: 404,
  /** Nothing of it can be changed any more. */
  WALK_ENDED: 409,
  /** With `limit`. */
  WALK_LIMIT: 409,
  /** With `by` where somebody else is at the lamp; without where it was given to nobody. */
  WALK_LAMP_NOT_YOURS: 409,
})

export const commissioningEvents = defineEvents({
  /** A walk began, went on or ended; with the lamps that are not as before, null where they are too many to be told one by one. */
  walk: z.object({ plant_id: id, walk, lamps: z.array(walkLamp).nullable() }),
})
