import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { lampsPerPage, pageIndex, pageNumber } from '../groups/group.ts'
import { operationReceipt } from '../operations/operation.ts'
import { autonomyHours } from './autonomy.ts'
import { configurationModes, configurationRequest } from './configuration.ts'

const unitOfPlant = { plantId, topic: unitTopic }
const serial = z
  .string()
  .max(60, { error: 'too_long' })
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^(?:[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8})$/, { error: 'lamp_serial' }))

/** Maximum lamps of one scan: the capacity of a two-wire unit, against trying thousands of serials. */
export const maxScannedSerials = 128
const scannedSerials = z.array(serial).min(1, { error: 'serials_empty' }).max(maxScannedSerials)

/** Lamp of some other unit; topic and address are null for a unit of another plant. */
export const lampElsewhere = z.object({ serial: z.string(), topic: z.string().nullable(), addr: z.int().nullable() })
export type LampElsewhere = z.infer<typeof lampElsewhere>

/** Settings stored in units: inputs, names, lamps and their replacement. */
export const configurationActions = defineActions({
  /** Changes the lamp list of a unit in one of the configuration modes, step by step. */
  configureUnit: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, request: configurationRequest }),
    output: operationReceipt,
    errors: [
      ...commandRefusals,
      'SERIAL_LIST_INVALID',
      'SERIAL_COUNT_DIFFERS',
      'UNIT_FULL',
      'LAMP_NOT_FOUND',
      'PLANT_CODE_REQUIRED',
      'UNIT_HAS_NO_RADIO_NETWORK',
    ],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    cost: 10,
  },
  /**
   * Finds which scanned lamps already belong to a unit: with topic and position in the caller's plant, without details
   * elsewhere. Serials of 4 digits are not unique and are skipped.
   */
  checkQrLamps: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, serials: scannedSerials }),
    output: z.object({ lamps: z.array(lampElsewhere) }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Adds scanned lamps to a unit, at the given free positions or after its last lamp; all or none. */
  updateCentQrLamps: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      lamps: z
        .array(z.strictObject({ serial, position: z.int().min(0).max(9_999).optional() }))
        .min(1, { error: 'serials_empty' })
        .max(maxScannedSerials),
    }),
    output: operationReceipt,
    errors: [...commandRefusals, 'SERIAL_LIST_INVALID', 'LAMPS_ELSEWHERE'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    cost: 10,
  },
  /** Writes serials to positions of one page. */
  setLgSerialId: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      page: pageNumber,
      lampId: z
        .array(z.strictObject({ index: pageIndex, serial }))
        .min(1, { error: 'serials_empty' })
        .max(lampsPerPage),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'SERIAL_LIST_INVALID'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Removes lamps of one page from the list. */
  deleteLgSerialId: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      page: pageNumber,
      indexes: z.array(pageIndex).min(1, { error: 'no_lamps_to_delete' }).max(lampsPerPage),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_NOT_FOUND'],
    effect: 'write',
    about: 'lamp',
  },
  /** Replaces the n-th old serial with the n-th new one. */
  substituteLogicaFM: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      old: z.array(serial).min(1, { error: 'no_lamps_to_substitute' }).max(lampsPerPage),
      new: z.array(serial).min(1, { error: 'serials_empty' }).max(lampsPerPage),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'SERIAL_LIST_INVALID', 'SERIAL_COUNT_DIFFERS', 'LAMP_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Puts a unit into a configuration mode; 0 ends it. */
  configLogica: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      modalita_config_logica: z
        .int()
        .min(0)
        .max(Math.max(...Object.values(configurationModes))),
    }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Sends the number of lamps and their rated hours to a unit. */
  config: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      num_lamp: z.int().min(1).max(992),
      ore_autonomia: z.literal(autonomyHours, { error: 'autonomy_hours' }),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'LAMP_COUNT_INVALID'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
})

export const configurationErrors = defineErrors({
  /** Some lines of a serial list are invalid; the details name each with its error. */
  SERIAL_LIST_INVALID: 400,
  SERIAL_COUNT_DIFFERS: 400,
  SERIAL_ALREADY_PRESENT: 409,
  /** Some lamps belong to another unit; the details name each, with its place unless it is in another plant. */
  LAMPS_ELSEWHERE: 409,
  UNIT_FULL: 409,
  /** More lamps, or another autonomy, than the type supports. */
  LAMP_COUNT_INVALID: 400,
})
