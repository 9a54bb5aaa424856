import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { lampsByUnit as lamps } from '../lamps/lamps-by-unit.ts'
import { maxListedTakenLamps, monitoringZone, monitoringZoneName, takenLamp } from './monitoring-zone.ts'

const saved = z.object({
  zone: monitoringZone,
  /** First lamps staying in another zone. */
  taken: z.array(takenLamp).max(maxListedTakenLamps),
  /** Their total number. */
  taken_count: z.int(),
})
const lampRefusals = ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND', 'LAMP_NOT_LIGHTING'] as const
const assignedLampRefusals = ['LAMP_ALREADY_IN_ZONE', 'ALL_LAMPS_ALREADY_IN_ZONE'] as const

/** Lamps whose energy is measured together. */
export const monitoringZoneActions = defineActions({
  /** Lists the monitoring zones of a plant with their lamps, by name. */
  getMonitoringZonesPost: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ zones: z.array(monitoringZone) }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /**
   * Creates a monitoring zone from those of the lamps in no other zone; refused if there are none. Its name must be
   * unique in the plant, whatever its case.
   */
  createMonitoringZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: z.null().optional(), name: monitoringZoneName, lamps: lamps.default([]) }),
    output: saved,
    errors: ['ZONE_NAME_TAKEN', 'ZONE_LIMIT', ...lampRefusals, ...assignedLampRefusals],
    effect: 'write',
    program: 'configure',
    about: 'zone',
    alone: true,
    cost: 5,
  },
  /**
   * Saves the name of a monitoring zone and, if given, replaces its lamps. Lamps of other zones remain there and are
   * listed. With `version` it is saved only over this version.
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
    errors: ['ZONE_NOT_FOUND', 'ZONE_NAME_TAKEN', 'CHANGED_MEANWHILE', ...lampRefusals, ...assignedLampRefusals],
    effect: 'write',
    program: 'configure',
    about: 'zone',
    alone: true,
    cost: 5,
  },
  /** Removes a monitoring zone; the recorded consumption of its lamps remains with the plant. */
  deleteMonitoringZone: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, zoneId: id }),
    output: z.object({}),
    errors: ['ZONE_NOT_FOUND'],
    effect: 'write',
    about: 'zone',
    alone: true,
  },
  /** Adds lighting lamps to a monitoring zone, or removes them. Lamps of other zones stay there and are listed. */
  updateZoneEnergyLamps: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      /** Null if none was chosen. */
      zoneId: id.nullable(),
      lamps,
      change: z.enum(['add', 'remove']).default('add'),
    }),
    output: saved,
    errors: ['NO_ZONE_SELECTED', 'ZONE_NOT_FOUND', 'NO_DEVICE_SELECTED', ...lampRefusals, ...assignedLampRefusals],
    effect: 'write',
    program: 'configure',
    about: 'zone',
    alone: true,
    cost: 5,
  },
})

export const monitoringZoneErrors = defineErrors({
  /** The only chosen lamp is in a monitoring zone; with `zone`, its name. */
  LAMP_ALREADY_IN_ZONE: 409,
  /** All of several chosen lamps are in monitoring zones. */
  ALL_LAMPS_ALREADY_IN_ZONE: 409,
  /** Emergency lamps and sensors cannot be in a monitoring zone; with `lamps`, the first of them. */
  LAMP_NOT_LIGHTING: 409,
})

export const monitoringZoneEvents = defineEvents({
  /** A zone was added, or its name or lamps changed. */
  saveMonitoringZone: z.object({ plant_id: id, zone_id: id }),
  removeMonitoringZone: z.object({ plant_id: id, zone_id: id }),
})
