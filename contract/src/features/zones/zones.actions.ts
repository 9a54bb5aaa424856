import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { lampsByUnit } from '../lamps/lamps-by-unit.ts'
import { zone, zoneDraft } from './zone.ts'

const listZones = {
  permission: 'plant.view',
  input: z.strictObject({ plantId }),
  output: z.object({ zones: z.array(zone) }),
  errors: [],
  effect: 'read',
} as const
const saved = z.object({ zone })

/** Zones: parts of a plant, shown and controlled as one. */
export const zoneActions = defineActions({
  /** Lists the zones of a plant by name, with their aggregations and the groups of these. */
  getZones: listZones,
  /** Same as `getZones`, under the name known to API callers. */
  getZonesPost: listZones,
  /**
   * Lists the directly assigned lamps of each zone, by address; zones without such lamps are left out. Lamps in a zone
   * by an aggregation are known by their groups.
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
  /** Creates a zone; its name must be unique in the plant, whatever its case. */
  saveZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zone: zoneDraft }),
    output: saved,
    errors: ['COLLECTION_NOT_FOUND', 'ZONE_NAME_TAKEN', 'ZONE_LIMIT'],
    effect: 'write',
    program: 'configure',
    about: 'zone',
    alone: true,
  },
  /** Saves name and aggregations of a zone over the opened version; its lamps remain. */
  updateZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: id, version, zone: zoneDraft }),
    output: saved,
    errors: ['ZONE_NOT_FOUND', 'COLLECTION_NOT_FOUND', 'ZONE_NAME_TAKEN', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'zone',
    alone: true,
  },
  /** Removes a zone; its lamps and aggregations remain unchanged. */
  removeZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: id }),
    output: z.object({}),
    errors: ['ZONE_NOT_FOUND'],
    effect: 'write',
    about: 'zone',
    alone: true,
  },
  /** Sets, adds or removes the directly assigned lamps of a zone: all or none. A lamp may be in several zones. */
  updateZoneLamps: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      /** Null if none was chosen. */
      zoneId: id.nullable(),
      lamps: lampsByUnit,
      change: z.enum(['set', 'add', 'remove']).default('set'),
    }),
    output: z.object({}),
    errors: ['NO_ZONE_SELECTED', 'ZONE_NOT_FOUND', 'UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'NO_DEVICE_SELECTED'],
    effect: 'write',
    program: 'configure',
    about: 'zone',
    alone: true,
    cost: 5,
  },
})

export const zoneErrors = defineErrors({
  ZONE_NOT_FOUND: 404,
  /** Another zone of the plant has this name, whatever its case. */
  ZONE_NAME_TAKEN: 409,
  /** With `limit`. */
  ZONE_LIMIT: 409,
  NO_ZONE_SELECTED: 400,
})

export const zoneEvents = defineEvents({
  saveZone: z.object({ plant_id: id, zone }),
  removeZone: z.object({ plant_id: id, zone_id: id }),
  /** The lamps of a zone changed. */
  updateZoneLamps: z.object({ plant_id: id, zone_id: id }),
})
