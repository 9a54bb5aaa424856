import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, line, plantId } from '../../kernel/primitives.ts'
import {
  maxListedBridges,
  maxOutwardUnits,
  outwardBridge,
  outwardKinds,
  outwardReport,
  outwardUnit,
} from './outward-connection.ts'

/** Connections of a plant to other systems, through bridges on site. */
export const outwardConnectionActions = defineActions({
  /** Lists the connections of a plant to other systems by their bridges, with the switches of the administrator. */
  getOutwardConnections: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ bridges: z.array(outwardBridge).max(maxListedBridges), servedAt: instant }),
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /**
   * Reports the state of a bridge's outward interfaces, on each change and at least every 10 s. Returns which
   * interfaces the administrator has switched off. Only for programs: the report belongs to their access token.
   * Declared as a read with a later write of its report: heartbeats are no audited changes of the plant.
   */
  reportOutwardConnections: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      host: line(253),
      version: line(40),
      /** One of each kind; a second one is ignored. */
      connections: z.array(outwardReport).max(outwardKinds.length),
      units: z.array(outwardUnit).max(maxOutwardUnits),
    }),
    output: z.object({ off: z.array(z.enum(outwardKinds)) }),
    errors: ['TOKEN_REQUIRED'],
    effect: 'read',
    program: 'read',
  },
  /** Switches an interface of a bridge on or off. The bridge follows at once and removes its published objects. */
  switchOutwardConnection: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, tokenId: id, kind: z.enum(outwardKinds), on: z.boolean() }),
    output: z.object({ off: z.array(z.enum(outwardKinds)) }),
    errors: ['OUTWARD_CONNECTION_NOT_FOUND'],
    effect: 'write',
    about: 'accessToken',
  },
})

export const outwardConnectionErrors = defineErrors({
  /** The bridge does not offer this interface any more. */
  OUTWARD_CONNECTION_NOT_FOUND: 404,
  /** Only a program with an access token can do this. */
  TOKEN_REQUIRED: 403,
})

export const outwardConnectionEvents = defineEvents({
  /** The connections of the plant to other systems changed; `switched` if the administrator used a switch. */
  outwardConnections: z.object({ plant_id: id, switched: z.boolean() }),
})
