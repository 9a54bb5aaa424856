import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { inhibitionMin, inhibitionReason, inhibitionRequest, notInhibitedReasons } from './inhibition.ts'

const topics = z.array(unitTopic).min(1).max(100)
const receipt = z.object({
  /** One for each unit that was asked. */
  commands: z.array(pendingCommand),
  /** Units that were not asked, and will not be: nobody is to find lamps dark at night because of a click at noon. */
  notAsked: z.array(z.object({ topic: unitTopic, because: z.enum(notInhibitedReasons) })),
})

export const remotePanelActions = defineActions({
  /** The newest wish for each unit of the plant, and how long an inhibition may last here. What the units themselves say of it stands in `getPlantDetails`. */
  getInhibitions: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ most_minutes: z.int(), wishes: z.array(inhibitionRequest) }),
    errors: [],
    effect: 'read',
    cost: 1,
  },
  /**
   * Keeps the emergency lamps of units dark for so many minutes from now although the mains fails; asked again it is another end. Each unit ends it by
   * itself. A unit that starts again meanwhile is asked for the time that is left. One that is not connected is named and never asked.
   */
  inhibitUnits: {
    permission: 'panel.operate',
    input: z.strictObject({ plantId, topics, minutes: inhibitionMin, reason: inhibitionReason }),
    output: receipt.extend({ ends_at: instant }),
    errors: ['UNIT_NOT_FOUND', 'INHIBITION_TOO_LONG', 'NO_UNIT_INHIBITED'],
    effect: 'write',
    about: 'unit',
    cost: 5,
  },
  /** Ends the inhibition of units before its time. Done too where nothing is inhibited. */
  endInhibition: {
    permission: 'panel.operate',
    input: z.strictObject({ plantId, topics }),
    output: receipt,
    errors: ['UNIT_NOT_FOUND', 'NO_UNIT_INHIBITED'],
    effect: 'write',
    about: 'unit',
    cost: 5,
  },
})

export const remotePanelErrors = defineErrors({
  /** Longer than the operator allows; with the `most` minutes. */
  INHIBITION_TOO_LONG: 400,
  /** None of the units can be asked now; with them as `units`, and `because` the first is not. */
  NO_UNIT_INHIBITED: 409,
})

export const remotePanelEvents = defineEvents({
  /** Somebody has asked for an inhibition or its end, or one has become another. */
  inhibitions: z.object({ plant_id: id }),
})
