import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, optionalText, plantId, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { operationReceipt } from '../operations/operation.ts'
import { groupName, groupNumber, lampsPerPage, maxGroupsPerLamp, pageIndex, pageNumber } from './group.ts'

const unitOfPlant = { plantId, topic: unitTopic }
const pageMapping = {
  ...unitOfPlant,
  /** Positions in the page, from 1. */
  indexes: z.array(pageIndex).min(1, { error: 'no_device_selected' }).max(lampsPerPage),
  page: pageNumber,
  group: groupNumber,
}

/** The groups 1 to 16 of the lamps of a unit. */
export const groupActions = defineActions({
  /** Adds lamps of one page of a unit to a group; at most four groups per lamp. */
  setGroup: {
    permission: 'plant.operate',
    input: z.strictObject(pageMapping),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'LAMP_GROUP_LIMIT'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
  },
  /** Removes lamps of one page of a unit from a group; other groups remain, and no lamp may lose its last group. */
  removeGroup: {
    permission: 'plant.operate',
    input: z.strictObject(pageMapping),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'LAMP_WITHOUT_GROUP'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
  },
  /**
   * Writes the groups of a whole page within a batch: 32 words of 16 bits in hex, bit n-1 for group n, at most four
   * bits each. 0 marks a free position or a lamp without groups; a page without lamps is refused.
   */
  setMultiGroup: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      page: pageNumber,
      payload: z.string().regex(/^[0-9A-Fa-f]{128}$/, { error: 'group_payload' }),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'LAMP_WITHOUT_GROUP', 'LAMP_GROUP_LIMIT'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Starts (01) or ends (03) a batch of multi-group writes. */
  setBatch: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, param: z.enum(['01', '03']) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Sets exactly these groups on lamps of a unit, in one batch over all affected pages. */
  assignGroups: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      lamps: z
        .array(
          z.strictObject({
            addr: z.int().min(1).max(992),
            groups: z
              .array(groupNumber)
              .min(1, { error: 'groups_1_to_4' })
              .max(maxGroupsPerLamp, { error: 'groups_1_to_4' }),
          }),
        )
        .min(1, { error: 'no_device_selected' })
        .max(992),
    }),
    output: operationReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    cost: 10,
  },
  /** Lists the names of groups. */
  getGroups: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ groups: z.array(groupName) }),
    errors: [],
    effect: 'read',
  },
  /** Saves the name of a group over the opened version, only on the platform. An empty name removes it. */
  saveGroup: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      group: groupNumber,
      name: optionalText(60),
      description: optionalText(200).default(''),
      version,
    }),
    output: z.object({ group: groupName }),
    errors: ['UNIT_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'group',
    alone: true,
  },
})

export const groupErrors = defineErrors({
  /** Lamps would lose their last group; the details list their addresses. */
  LAMP_WITHOUT_GROUP: 409,
  /** Lamps would be in more than four groups; the details list their addresses. */
  LAMP_GROUP_LIMIT: 409,
})

export const groupEvents = defineEvents({
  saveGroup: z.object({ plant_id: id, group: groupName }),
})
