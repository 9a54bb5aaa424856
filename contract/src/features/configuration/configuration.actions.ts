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

/** Most lamps of one scan: what a unit on two wires holds, so that nobody tries serials by the thousand. */
export const maxScannedSerials = 128
const scannedSerials = z.array(serial).min(1, { error: 'serials_empty' }).max(maxScannedSerials)

/** A lamp that some unit has; both null where that unit is none of the plant. */
export const lampElsewhere = z.object({ serial: z.string(), topic: z.string().nullable(), addr: z.int().nullable() })
export type LampElsewhere = z.infer<typeof lampElsewhere>

export const configurationActions = defineActions({
  /** Changes the list of lamps of a unit in one of the configuration modes, step by step. */
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
    about: 'unit',
    cost: 10,
  },
  /**
   * Says which of the scanned lamps some unit has: a unit of the plant by its topic and the position, another by nothing. Serials
   * of 4 digits are common to many lamps and are not looked up.
   */
  checkQrLamps: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, serials: scannedSerials }),
    output: z.object({ lamps: z.array(lampElsewhere) }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Adds scanned lamps to a unit: at free positions that were asked for, or after its last lamp. All of them or none. */
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
    about: 'unit',
    cost: 10,
  },
  /** Writes serials at places of one page. */
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
    errors: [...commandRefusals, 'SERIAL_LIST_INVALID', 'SERIAL_ALREADY_PRESENT'],
    effect: 'write',
    about: 'unit',
  },
  /** Takes lamps of one page out of the list. */
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
  /** The n-th new serial takes the place of the n-th old one. */
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
    about: 'unit',
  },
  /** Puts a unit into a configuration mode, or back with 0. */
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
    about: 'unit',
  },
  /** Informs a unit of how many lamps it is to have and for how many hours they are rated. */
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
    about: 'unit',
  },
})

export const configurationErrors = defineErrors({
  /** Some lines of a list of serials are faulty; the details name each with its fault. */
  SERIAL_LIST_INVALID: 400,
  SERIAL_COUNT_DIFFERS: 400,
  SERIAL_ALREADY_PRESENT: 409,
  /** Some lamps stand in another unit: the details name each, and where it stands unless that is another plant. */
  LAMPS_ELSEWHERE: 409,
  UNIT_FULL: 409,
  /** More lamps or an autonomy that the type does not have. */
  LAMP_COUNT_INVALID: 400,
})
