import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { count, optionalLines, optionalText, plantId } from '../../kernel/primitives.ts'
import { unitName, unitTopic } from '../central-units/central-unit.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals, harmlessCommandRefusals } from '../commands/command-refusals.ts'
import { operationReceipt } from '../operations/operation.ts'
import { deviceLists } from './lamp.rules.ts'
import { lamp, lampNotesLength } from './lamp.ts'
import { lampDetail, lampParams } from './lamp-detail.ts'

const someParams = lampParams.refine((params) => Object.keys(params).length > 0, { error: 'cannot_be_empty' })

export const lampActions = defineActions({
  /** The lamps and other devices of a plant, or of one of its units, by position. */
  getLamps: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      devicesType: z.enum(deviceLists).default('all'),
      topic: unitTopic.optional(),
      /** Positions after this one, for plants of more than one answer's length. */
      after: z.strictObject({ cu: unitTopic, id: count }).optional(),
      /** Lamps of the answer at most. */
      limit: z.int().min(1).max(4000).default(4000),
    }),
    output: z.object({
      lamps: z.array(lamp),
      total: z.int(),
      next: z.object({ cu: z.string(), id: z.int() }).nullable(),
    }),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** One lamp with its last test results; on a Basic plant the last one of each kind. */
  getLamp: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992) }),
    output: z.object({
      lamp,
      /** Null until the unit has told it. */
      detail: lampDetail.nullable(),
      /** The product that it reports to be, whatever a person has said. */
      reported_product_code: z.string().nullable(),
      results: z.array(
        z.object({
          kind: z.string(),
          result: z.string(),
          reason: z.string().nullable(),
          measured_min: z.int().nullable(),
          at: z.string(),
        }),
      ),
    }),
    errors: ['LAMP_NOT_FOUND'],
    effect: 'read',
  },
  /**
   * Stores a description, a place and notes for a lamp, in the platform only, over the version that was opened. Notes that are left out
   * stay.
   */
  saveLampDescription: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      lampDescInfo: z.strictObject({
        topic: unitTopic,
        addr: z.int().min(1).max(992),
        description: optionalText(80),
        location: optionalText(120),
        notes: optionalLines(lampNotesLength).optional(),
      }),
      version: count,
    }),
    output: z.object({ lamp }),
    errors: ['LAMP_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'lamp',
  },
  /** Lets a lamp blink so that a person finds it. */
  identifyLamp: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.int().min(1).max(992),
      seconds: z.int().min(1).max(600).default(12),
    }),
    output: commandReceipt,
    errors: [...harmlessCommandRefusals, 'LAMP_NOT_FOUND'],
    effect: 'write',
    about: 'lamp',
  },
  /** Ends the blinking of a lamp before its time. */
  stopIdentifyLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992) }),
    output: commandReceipt,
    errors: harmlessCommandRefusals,
    effect: 'write',
    about: 'lamp',
  },
  /** Sends a name to the unit for one of its lamps; the name shows once the unit reports it. */
  setLampName: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.int().min(1).max(992),
      lampName: unitName,
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'NAME_TOO_LONG'],
    effect: 'write',
    about: 'lamp',
  },
  /** Sets parameters of one lamp; only those that the lamp reports can be set. */
  setParam: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992), params: someParams }),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'PARAMETER_NOT_SUPPORTED'],
    effect: 'write',
    about: 'lamp',
  },
  /** Sets the same parameters of several lamps, page by page. A lamp that lacks one refuses the whole, by name. */
  setMultiParam: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.array(z.int().min(1).max(992)).min(1, { error: 'no_device_selected' }).max(992),
      params: someParams,
    }),
    output: operationReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'PARAMETER_NOT_SUPPORTED'],
    effect: 'write',
    about: 'lamp',
    cost: 10,
  },
})
