import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, plantId, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { lampPosition, lampsByUnit } from '../lamps/lamps-by-unit.ts'
import { room, roomDraft } from './room.ts'

const lampPlace = z.strictObject({ topic: unitTopic, addr: lampPosition })

/** Rooms and the devices in them. */
export const roomActions = defineActions({
  /** Lists the buildings, floors and rooms of a plant, by name. */
  getRooms: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ rooms: z.array(room) }),
    errors: [],
    effect: 'read',
  },
  /** Returns one building, floor or room, with its assigned units and lamps. */
  getRoom: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, roomId: id }),
    output: z.object({ room, units: z.array(unitTopic), lamps: z.array(lampPlace) }),
    errors: ['ROOM_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Lists the lamps of each room, by address; rooms without lamps, and lamps without a room, are left out. */
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
  /** Creates a building, floor or room, or saves one over the opened version; its level cannot change. */
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
    program: 'configure',
    about: 'room',
    alone: true,
  },
  /** Removes a place with everything in it; its lamps and units remain in the plant, without a room. */
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
   * Moves units and lamps to a single room, or to none if `roomId` is null; all or none. Lamps are grouped by unit:
   * even those of the largest plant fit into one call.
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
    program: 'configure',
    about: 'room',
    alone: true,
    cost: 5,
  },
})

export const roomErrors = defineErrors({
  ROOM_NOT_FOUND: 404,
  /** The parent already has a place with this name. */
  ROOM_NAME_TAKEN: 409,
  /** The parent cannot contain it, or its level would change. */
  ROOM_PLACE: 409,
  /** With `limit`. */
  ROOM_LIMIT: 409,
})

export const roomEvents = defineEvents({
  saveRoom: z.object({ plant_id: id, room_id: id }),
  removeRoom: z.object({ plant_id: id, room_id: id }),
  /** The rooms of units or lamps changed. */
  assignToRoom: z.object({ plant_id: id }),
})
