import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, plantId, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { lampPosition, lampsByUnit } from '../lamps/lamps-by-unit.ts'
import { room, roomDraft } from './room.ts'

const lampPlace = z.strictObject({ topic: unitTopic, addr: lampPosition })

export const roomActions = defineActions({
  /** The buildings, floors and rooms of a plant, by name. */
  getRooms: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ rooms: z.array(room) }),
    errors: [],
    effect: 'read',
  },
  /** One of them, with the units and lamps that are assigned to it. */
  getRoom: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, roomId: id }),
    output: z.object({ room, units: z.array(unitTopic), lamps: z.array(lampPlace) }),
    errors: ['ROOM_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Which lamps are in which room, by position; a room without lamps is not named, and a lamp that is not named is in none. */
  getRoomLamps: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      rooms: z.array(z.object({ room_id: id, topic: z.string(), addrs: z.array(z.int()) })),
    }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Saves a new building, floor or room, or one over the version that was opened; its level stays as it is. */
  saveRoom: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      room: roomDraft,
      known: z.strictObject({ roomId: id, version }).optional(),
    }),
    output: z.object({ room_id: id, version: count }),
    errors: ['ROOM_NOT_FOUND', 'ROOM_NAME_TAKEN', 'ROOM_PLACE', 'ROOM_LIMIT', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'room',
    alone: true,
  },
  /** Removes it with everything in it; its lamps and units stay in the plant, without a room. */
  removeRoom: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, roomId: id }),
    output: z.object({}),
    errors: ['ROOM_NOT_FOUND'],
    effect: 'write',
    about: 'room',
    alone: true,
  },
  /**
   * Assigns units and lamps to a room, each of which then is in that one alone; to none where `roomId` is null. All of them or none: lamps are
   * named by unit, so that those of the largest plant go in one call.
   */
  assignToRoom: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      roomId: id.nullable(),
      units: z.array(unitTopic).max(100),
      lamps: lampsByUnit,
    }),
    output: z.object({}),
    errors: ['ROOM_NOT_FOUND', 'UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'NO_DEVICE_SELECTED'],
    effect: 'write',
    about: 'room',
    alone: true,
    cost: 5,
  },
})

export const roomErrors = defineErrors({
  ROOM_NOT_FOUND: 404,
  /** What holds it holds another of that name. */
  ROOM_NAME_TAKEN: 409,
  /** What it is to be in cannot hold it, or its level is another. */
  ROOM_PLACE: 409,
  /** With `limit`. */
  ROOM_LIMIT: 409,
})

export const roomEvents = defineEvents({
  saveRoom: z.object({ plant_id: id, room_id: id }),
  removeRoom: z.object({ plant_id: id, room_id: id }),
  /** Other units and lamps are in rooms than before. */
  assignToRoom: z.object({ plant_id: id }),
})
