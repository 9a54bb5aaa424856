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
import { maxIdentifiedLamps, maxNamedLamps, maxSurveyedLamps } from './param-survey.rules.ts'

const someParams = lampParams.refine((params) => Object.keys(params).length > 0, { error: 'cannot_be_empty' })
/** The person has made sure that nobody is near the UV tubes that are to be lit. */
const uvConfirmed = z.literal(true).optional()

/** Lamps of one or several units, by their positions: at most as many as a survey of their parameters counts. */
const lampsOfUnits = lampsByUnit
  .min(1, { error: 'no_device_selected' })
  .refine((units) => units.reduce((sum, { addr }) => sum + addr.length, 0) <= maxSurveyedLamps, {
    error: 'too_many_devices',
  })

const paramValue = z.union([z.boolean(), z.number(), z.enum([...lampFunctions, 'even', 'odd', ...lampInputModes])])

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
      lamp: lamp.extend({
        /** Minutes that the last autonomy test measured. */
        measured_autonomy: z.int().nullable(),
      }),
      /** Null until the unit has told it. */
      detail: lampDetail.nullable(),
      /** Who wrote its notes, and when; null while there are none, and of notes that are older than this is kept. */
      notes_written: z.object({ by: z.string(), at: instant }).nullable(),
      /** When its UV tube goes out by itself, by the clock of the platform; null while it is dark, and where it tells no time. */
      uv_ends_at: instant.nullable(),
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
   * What became of the lamp at a position, newest first: each change of its condition, of its faults, and of the lamp itself. A Basic plant sees
   * the last 30 days.
   */
  getLampHistory: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      topic: unitTopic,
      addr: z.int().min(1).max(992),
      /** What came before this moment. */
      before: inputInstant.optional(),
    }),
    output: z.object({ changes: z.array(lampChange).max(maxChangesPerAnswer), next: instant.nullable() }),
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
      version,
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
      /** How long it blinks. */
      seconds: z.int().min(1).max(600),
    }),
    output: commandReceipt,
    errors: [...nonConfiguringCommandRefusals, 'LAMP_NOT_FOUND'],
    effect: 'write',
    about: 'lamp',
  },
  /** Lets several lamps blink at once, of one or several units: all of them are asked or none. More could not be told apart. */
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
    about: 'lamp',
  },
  /** Ends the blinking of a lamp before its time. */
  stopIdentifyLamp: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992) }),
    output: commandReceipt,
    errors: nonConfiguringCommandRefusals,
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
  /** What lamps of one or several units take of the parameters, and which values they have now: counted over all of them. */
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
          /** Lamps that take it; the others are lacking, the first of them by name. */
          taken: z.int(),
          lacking: z.int(),
          lackingLamps: z.array(z.object({ cu: z.string(), id: z.int() })).max(maxNamedLamps),
          /** The values now, and how many lamps have each; lamps that do not report it are in none. */
          values: z.array(z.object({ value: paramValue, lamps: z.int() })),
          /** The values that all of them take; null where these are all that there are. */
          allowed: z.array(paramValue).nullable(),
        }),
      ),
    }),
    errors: ['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Sets parameters of one lamp; only those that the lamp reports can be set. A UV tube is lit only where `uvConfirmed` says that nobody is near. */
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
    about: 'lamp',
  },
  /**
   * Sets the same parameters of lamps of one or several units: a bundle of operations, one of each unit, which write page by page. All of
   * it or nothing is taken: a lamp that lacks a parameter, or that is none of the plant, refuses the whole. A unit that is away is not
   * waited for: its lamps stand as not written.
   */
  setMultiParam: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      /** Chosen by the client. A second request with the same value begins nothing. */
      bundleId: id,
      units: lampsOfUnits,
      params: someParams,
      uvConfirmed,
    }),
    output: bundleReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND', 'PARAMETER_NOT_SUPPORTED', 'UV_NOT_CONFIRMED'],
    effect: 'write',
    about: 'lamp',
    cost: 10,
    alone: true,
  },
})

export const lampErrorCodes = defineErrors({
  LAMP_NOT_FOUND: 404,
  NO_DEVICE_SELECTED: 400,
  /** A lamp does not take a parameter, or not this value of it; the details name unit, lamp and parameter. */
  PARAMETER_NOT_SUPPORTED: 409,
  /** UV tubes are to be lit, and nobody has said that nobody is near. */
  UV_NOT_CONFIRMED: 409,
})

export const lampEvents = defineEvents({
  /** Lamps appeared or changed; lamps that are not named are as they were. */
  lamps: z.object({ plant_id: id, lamps: z.array(lamp) }),
  saveLampDescription: z.object({ plant_id: id, lamp }),
  /** Lamps have left the list of a unit, or many changed at once: what a browser holds of it is to be fetched again. */
  lampsReset: z.object({ plant_id: id, cu: z.string() }),
})
