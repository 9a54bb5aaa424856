import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import {
  count,
  id,
  inputInstant,
  instant,
  optionalLines,
  optionalText,
  plantId,
  version,
} from '../../kernel/primitives.ts'
import { unitName, unitTopic } from '../central-units/central-unit.ts'
import { commandReceipt, pendingCommand } from '../commands/command.ts'
import { commandRefusals, nonConfiguringCommandRefusals } from '../commands/command-refusals.ts'
import { bundleReceipt } from '../operations/operation.ts'
import { deviceLists } from './lamp.rules.ts'
import { lamp, lampFunctions, lampNotesLength } from './lamp.ts'
import { lampChange, maxChangesPerAnswer } from './lamp-change.ts'
import { lampDetail, lampInputModes, lampParamNames, lampParams } from './lamp-detail.ts'
import { lampsByUnit } from './lamps-by-unit.ts'
import { measuredBound } from './measured-bound.ts'
import { maxIdentifiedLamps, maxNamedLamps, maxSurveyedLamps } from './param-survey.rules.ts'

const someParams = lampParams.refine((params) => Object.keys(params).length > 0, { error: 'cannot_be_empty' })
/** Confirms the absence of people near the UV tubes. */
const uvConfirmed = z.literal(true).optional()

/** Lamps of one or several units, by address; at most as many as a parameter survey covers. */
const lampsOfUnits = lampsByUnit
  .min(1, { error: 'no_device_selected' })
  .refine((units) => units.reduce((sum, { addr }) => sum + addr.length, 0) <= maxSurveyedLamps, {
    error: 'too_many_devices',
  })

const paramValue = z.union([z.boolean(), z.number(), z.enum([...lampFunctions, 'even', 'odd', ...lampInputModes])])

/** Lamps with state, history, texts and parameters; identification by blinking. */
export const lampActions = defineActions({
  /** Lists the lamps and other devices of a plant, or of one of its units, by address. */
  getLamps: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      devicesType: z.enum(deviceLists).default('all'),
      topic: unitTopic.optional(),
      /** Start after this lamp, for plants larger than one answer. */
      after: z.strictObject({ cu: unitTopic, id: count }).optional(),
      /** Maximum lamps in the answer. */
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
  /** Returns one lamp with its last test results; on a Basic plant the last one of each kind. */
  getLamp: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992) }),
    output: z.object({
      lamp: lamp.extend({
        /** Minutes measured by the last autonomy test. */
        measured_autonomy: z.int().nullable(),
      }),
      /** Null until reported. */
      detail: lampDetail.nullable(),
      /** Author and time of its notes; null without notes, and for notes written before these were recorded. */
      notes_written: z.object({ by: z.string(), at: instant }).nullable(),
      /** When its UV tube switches off, by the platform's clock; null while it is dark or the lamp reports no timer. */
      uv_ends_at: instant.nullable(),
      /** Reported product code, whatever a person has set. */
      reported_product_code: z.string().nullable(),
      results: z.array(
        z.object({
          kind: z.string(),
          result: z.string(),
          reason: z.string().nullable(),
          measured_min: z.int().nullable(),
          measured_bound: measuredBound.optional(),
          at: z.string(),
        }),
      ),
    }),
    errors: ['LAMP_NOT_FOUND'],
    effect: 'read',
  },
  /** Lists changes of the lamp at an address, newest first. Basic plants get the last 30 days. */
  getLampHistory: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.int().min(1).max(992),
      /** Only changes before this moment. */
      before: inputInstant.optional(),
    }),
    output: z.object({ changes: z.array(lampChange).max(maxChangesPerAnswer), next: instant.nullable() }),
    errors: ['LAMP_NOT_FOUND'],
    effect: 'read',
  },
  /** Saves description, place and notes of a lamp over the opened version. Omitted notes stay unchanged. */
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
      version,
    }),
    output: z.object({ lamp }),
    errors: ['LAMP_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
  },
  /** Makes a lamp blink, for a person to find it. */
  identifyLamp: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.int().min(1).max(992),
      /** Duration of the blinking. */
      seconds: z.int().min(1).max(600),
    }),
    output: commandReceipt,
    errors: [...nonConfiguringCommandRefusals, 'LAMP_NOT_FOUND'],
    effect: 'write',
    program: 'operate',
    about: 'lamp',
  },
  /**
   * Makes several lamps of one or several units blink at once, all or none. The number is limited, because people could
   * not distinguish more.
   */
  identifyLamps: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      lamps: z
        .array(z.strictObject({ topic: unitTopic, addr: z.int().min(1).max(992) }))
        .min(1, { error: 'no_device_selected' })
        .max(maxIdentifiedLamps, { error: 'too_many_devices' }),
      seconds: z.int().min(1).max(600),
    }),
    /** In the order of the lamps. */
    output: z.object({ commands: z.array(pendingCommand) }),
    errors: [...nonConfiguringCommandRefusals, 'LAMP_NOT_FOUND'],
    effect: 'write',
    program: 'operate',
    about: 'lamp',
  },
  /** Stops the blinking of a lamp. */
  stopIdentifyLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992) }),
    output: commandReceipt,
    errors: nonConfiguringCommandRefusals,
    effect: 'write',
    program: 'operate',
    about: 'lamp',
  },
  /** Sends the name of a lamp to its unit; the name appears once the unit reports it. */
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
    program: 'configure',
    about: 'lamp',
  },
  /** Returns which parameters the lamps of one or several units support, with the counts of their values. */
  getLampParams: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      units: lampsOfUnits,
    }),
    output: z.object({
      lamps: z.int(),
      params: z.array(
        z.object({
          name: z.enum(lampParamNames),
          /** Number of lamps with and without support; the first of the latter by name. */
          taken: z.int(),
          lacking: z.int(),
          lackingLamps: z.array(z.object({ cu: z.string(), id: z.int() })).max(maxNamedLamps),
          /** Current values with their number of lamps; lamps without a reported value are not counted. */
          values: z.array(z.object({ value: paramValue, lamps: z.int() })),
          /** Values allowed by all of these lamps; null if there is no restriction. */
          allowed: z.array(paramValue).nullable(),
        }),
      ),
    }),
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Sets parameters of one lamp, limited to its reported ones. A UV tube is lit only with `uvConfirmed`. */
  setParam: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.int().min(1).max(992),
      params: someParams,
      uvConfirmed,
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'PARAMETER_NOT_SUPPORTED', 'UV_NOT_CONFIRMED'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
  },
  /**
   * Sets the same parameters on lamps of one or several units, as one operation per unit, written page by page. An
   * unsupported parameter or a lamp of another plant refuses the whole call. The lamps of an offline unit count as not
   * written.
   */
  setMultiParam: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      /** Chosen by the client. A second request with the same value starts nothing. */
      bundleId: id,
      units: lampsOfUnits,
      params: someParams,
      uvConfirmed,
    }),
    output: bundleReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'PARAMETER_NOT_SUPPORTED', 'UV_NOT_CONFIRMED'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    cost: 10,
    alone: true,
  },
})

export const lampErrorCodes = defineErrors({
  LAMP_NOT_FOUND: 404,
  NO_DEVICE_SELECTED: 400,
  /** A lamp does not support a parameter or this value; the details name unit, lamp and parameter. */
  PARAMETER_NOT_SUPPORTED: 409,
  /** UV tubes would be lit without `uvConfirmed`. */
  UV_NOT_CONFIRMED: 409,
})

export const lampEvents = defineEvents({
  /** Lamps appeared or changed; lamps not listed are unchanged. */
  lamps: z.object({ plant_id: id, lamps: z.array(lamp) }),
  saveLampDescription: z.object({ plant_id: id, lamp }),
  /** Lamps left the list of a unit, or many changed at once; clients must fetch its lamps again. */
  lampsReset: z.object({ plant_id: id, cu: z.string() }),
})
