import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { inhibitionMin, inhibitionReason, inhibitionRequest, notInhibitedReasons } from './inhibition.ts'

const topics = z.array(unitTopic).min(1).max(100)
const receipt = z.object({
  /** One command per unit. */
  commands: z.array(pendingCommand),
  /** Skipped units. They receive no late command: a request at noon must not leave lamps dark at night. */
  notAsked: z.array(z.object({ topic: unitTopic, reason: z.enum(notInhibitedReasons) })),
})

/** Inhibition of units, and its end. */
export const remotePanelActions = defineActions({
  /**
   * Returns the newest inhibition request for each unit of the plant, and the maximum length. The units' own reports
   * are in `getPlantDetails`.
   */
  getInhibitions: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ max_minutes: z.int(), requests: z.array(inhibitionRequest) }),
    errors: [],
    effect: 'read',
    cost: 1,
  },
  /**
   * Inhibits the emergency lamps of units for the given minutes from now: they stay dark in a mains failure; a repeated
   * call sets a new end. Each unit ends it automatically; a restarted unit is sent the remaining time. Offline units
   * are listed and skipped.
   */
  inhibitUnits: {
    permission: 'panel.operate',
    input: z.strictObject({ plantId, topics, minutes: inhibitionMin, reason: inhibitionReason }),
    output: receipt.extend({ ends_at: instant }),
    errors: ['UNIT_NOT_FOUND', 'INHIBITION_TOO_LONG', 'NO_UNIT_INHIBITED'],
    effect: 'write',
    program: 'safety',
    about: 'unit',
    cost: 5,
  },
  /** Ends the inhibition of units early. It is also sent if nothing is inhibited. */
  endInhibition: {
    permission: 'panel.operate',
    input: z.strictObject({ plantId, topics }),
    output: receipt,
    errors: ['UNIT_NOT_FOUND', 'NO_UNIT_INHIBITED'],
    effect: 'write',
    program: 'safety',
    about: 'unit',
    cost: 5,
  },
})

export const remotePanelErrors = defineErrors({
  /** Longer than the operator allows; with the `most` minutes. */
  INHIBITION_TOO_LONG: 400,
  /** None of the units can be commanded now; with `units`, and the reason of the first as `because`. */
  NO_UNIT_INHIBITED: 409,
})

export const remotePanelEvents = defineEvents({
  /** An inhibition or its end was requested, or the state of one changed. */
  inhibitions: z.object({ plant_id: id }),
})
