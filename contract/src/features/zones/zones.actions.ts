import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { lampsByUnit } from '../lamps/lamps-by-unit.ts'
import { zone, zoneDraft } from './zone.ts'

const listed = {
  permission: 'plant.view',
  input: z.strictObject({ plantId }),
  output: z.object({ zones: z.array(zone) }),
  errors: [],
  effect: 'read',
} as const
const saved = z.object({ zone })

export const zoneActions = defineActions({
  /** The zones of a plant, by name, with their aggregations and what these come to in groups. */
  getZones: listed,
  /** The same as `getZones`, under the name that callers of the interface know it by. */
  getZonesPost: listed,
  /**
   * Which lamps were put into which zone themselves, by position; a zone without such lamps is not named. Lamps that are
   * in a zone by an aggregation are known by their groups.
   */
  getZoneLamps: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      zones: z.array(z.object({ zone_id: id, topic: z.string(), addrs: z.array(z.int()) })),
    }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Saves a new zone under a name that no other of the plant has, whatever its case. */
  saveZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zone: zoneDraft }),
    output: saved,
    errors: ['COLLECTION_NOT_FOUND', 'ZONE_NAME_TAKEN', 'ZONE_LIMIT'],
    effect: 'write',
    about: 'zone',
    alone: true,
  },
  /** Saves name and aggregations of a zone over the version that was opened; its lamps stay. */
  updateZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: id, version, zone: zoneDraft }),
    output: saved,
    errors: ['ZONE_NOT_FOUND', 'COLLECTION_NOT_FOUND', 'ZONE_NAME_TAKEN', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'zone',
    alone: true,
  },
  /** Removes a zone; its lamps and aggregations stay as they are. */
  removeZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: id }),
    output: z.object({}),
    errors: ['ZONE_NOT_FOUND'],
    effect: 'write',
    about: 'zone',
    alone: true,
  },
  /**
   * Says which lamps are in a zone by themselves: these and no others, or with `change` these besides, or these no more.
   * A lamp may be in several zones. However many they are: all are there, or nothing is changed.
   */
  updateZoneLamps: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      /** Null where none was chosen. */
      zoneId: id.nullable(),
      lamps: lampsByUnit,
      change: z.enum(['set', 'add', 'remove']).default('set'),
    }),
    output: z.object({}),
    errors: ['NO_ZONE_SELECTED', 'ZONE_NOT_FOUND', 'UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'NO_DEVICE_SELECTED'],
    effect: 'write',
    about: 'zone',
    alone: true,
    cost: 5,
  },
})

export const zoneErrors = defineErrors({
  ZONE_NOT_FOUND: 404,
  /** Another of the plant has this name, whatever its case. */
  ZONE_NAME_TAKEN: 409,
  /** With `limit`. */
  ZONE_LIMIT: 409,
  NO_ZONE_SELECTED: 400,
})

export const zoneEvents = defineEvents({
  saveZone: z.object({ plant_id: id, zone }),
  removeZone: z.object({ plant_id: id, zone_id: id }),
  /** Other lamps are in the zone than before. */
  updateZoneLamps: z.object({ plant_id: id, zone_id: id }),
})
