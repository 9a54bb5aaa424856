import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { lampsByUnit as lamps } from '../lamps/lamps-by-unit.ts'
import { maxListedTakenLamps, monitoringZone, monitoringZoneName, takenLamp } from './monitoring-zone.ts'

const saved = z.object({
  zone: monitoringZone,
  /** The first of the lamps that are in another zone, and stay there. */
  taken: z.array(takenLamp).max(maxListedTakenLamps),
  /** How many there are of them. */
  taken_count: z.int(),
})
const lampRefusals = ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'LAMP_NOT_LIGHTING'] as const
const takenLampRefusals = ['LAMP_ALREADY_IN_ZONE', 'ALL_LAMPS_ALREADY_IN_ZONE'] as const

export const monitoringZoneActions = defineActions({
  /** The monitoring zones of a plant, by name, with their lamps. */
  getMonitoringZonesPost: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ zones: z.array(monitoringZone) }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /**
   * Makes a monitoring zone under a name that no other of the plant has, whatever its case, with those of the lamps that
   * are in no other; there is none where all are.
   */
  createMonitoringZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: z.null().optional(), name: monitoringZoneName, lamps: lamps.default([]) }),
    output: saved,
    errors: ['ZONE_NAME_TAKEN', 'ZONE_LIMIT', ...lampRefusals, ...takenLampRefusals],
    effect: 'write',
    about: 'zone',
    alone: true,
    cost: 5,
  },
  /**
   * Saves the name of a monitoring zone and, where they are given, its lamps: these and no others. Lamps of other zones
   * stay there and are named. With `version` it is saved over that version alone.
   */
  updateMonitoringZone: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      zoneId: id,
      version: version.optional(),
      name: monitoringZoneName,
      lamps: lamps.optional(),
    }),
    output: saved,
    errors: ['ZONE_NOT_FOUND', 'ZONE_NAME_TAKEN', 'CHANGED_MEANWHILE', ...lampRefusals, ...takenLampRefusals],
    effect: 'write',
    about: 'zone',
    alone: true,
    cost: 5,
  },
  /** Removes a monitoring zone; what its lamps have used stays on record with the plant. */
  deleteMonitoringZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: id }),
    output: z.object({}),
    errors: ['ZONE_NOT_FOUND'],
    effect: 'write',
    about: 'zone',
    alone: true,
  },
  /** Puts lighting lamps into a monitoring zone besides those in it, or with `remove` takes them out. Lamps of other zones stay there and are named. */
  updateZoneEnergyLamps: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      /** Null where none was chosen. */
      zoneId: id.nullable(),
      lamps,
      change: z.enum(['add', 'remove']).default('add'),
    }),
    output: saved,
    errors: ['NO_ZONE_SELECTED', 'ZONE_NOT_FOUND', 'NO_DEVICE_SELECTED', ...lampRefusals, ...takenLampRefusals],
    effect: 'write',
    about: 'zone',
    alone: true,
    cost: 5,
  },
})

export const monitoringZoneErrors = defineErrors({
  /** The one lamp that was chosen is in a monitoring zone; with `zone`, its name. */
  LAMP_ALREADY_IN_ZONE: 409,
  /** All of several lamps that were chosen are in monitoring zones. */
  ALL_LAMPS_ALREADY_IN_ZONE: 409,
  /** Emergency lamps and sensors are no part of a monitoring zone; with `lamps`, the first of them. */
  LAMP_NOT_LIGHTING: 409,
})

export const monitoringZoneEvents = defineEvents({
  /** There is a new zone, or one has another name or other lamps. */
  saveMonitoringZone: z.object({ plant_id: id, zone_id: id }),
  removeMonitoringZone: z.object({ plant_id: id, zone_id: id }),
})
