import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, instant, plantId } from '../../kernel/primitives.ts'
import { commandReceipt } from '../commands/command.ts'
import { centralUnit, cuId, cuType, enrolment, unitDescription, unitLocation, unitTypeFacts } from './central-unit.ts'

const unitOfPlant = { plantId, cuId, cuType }

export const centralUnitActions = defineActions({
  /** The unit types that exist, with the facts that forms need. */
  getUnitTypes: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ types: z.array(unitTypeFacts) }),
    errors: [],
    effect: 'read',
  },
  /** Adds a unit to the plant; it stays not acquired until its keys were pressed. */
  saveCu: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      description: unitDescription.default(''),
      cu_location: unitLocation.default(''),
    }),
    output: z.object({ unit: centralUnit }),
    errors: [
      'UNIT_TYPE_UNKNOWN',
      'UNIT_SERIAL_FORMAT',
      'UNIT_ALREADY_PRESENT',
      'UNIT_LIMIT_BASIC',
      'UNIT_LIMIT_PRO',
      'UNIT_TYPE_NOT_ENABLED',
    ],
    effect: 'write',
  },
  /** Opens the window of 60 s in which the keys must be pressed. While one is open, the same one is answered. */
  enrollCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: z.object({ enrolment }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_ALREADY_PRESENT'],
    effect: 'write',
  },
  /** The last enrolment of a unit, so that a page opened later shows how it stands. */
  enrollCuAck: {
    permission: 'plant.view',
    input: z.strictObject(unitOfPlant),
    output: z.object({ enrolment }),
    errors: ['UNIT_NOT_FOUND', 'ENROLMENT_NOT_FOUND'],
    effect: 'read',
  },
  /** Removes a unit from the plant by resetting it to factory state; history stays. */
  deEnrollCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: ['UNIT_NOT_FOUND', 'UNIT_UNREACHABLE'],
    effect: 'write',
  },
  /** Removes a unit that was never acquired or cannot be reached; it stays bound until it is reset by hand. */
  removeCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: z.object({}),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'write',
  },
  saveCuDescription: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, description: unitDescription, cu_location: unitLocation.optional() }),
    output: z.object({ unit: centralUnit }),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'write',
  },
  /** The units of a plant. */
  getUnitsDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ units: z.array(centralUnit) }),
    errors: [],
    effect: 'read',
  },
  /** Every unit of the plants that the caller may see. */
  getAllCuInfo: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ units: z.array(centralUnit.extend({ plant_id: id, plantname: z.string() })) }),
    errors: [],
    effect: 'read',
  },
  /** What a unit last reported of itself, with the time. A wrong type for the id is refused as not found. */
  getShadow: {
    permission: 'signedIn',
    input: z.strictObject({ cuId, cuType }),
    output: z.object({ unit: centralUnit, reported: z.unknown(), reportedAt: instant.nullable() }),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'read',
  },
  /** Searches the lamps of a unit; radio units need the code of the radio network, 1 to 92. */
  createNetwork: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, plant_code: z.int().min(1).max(92).optional() }),
    output: commandReceipt,
    errors: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'UNIT_HAS_NO_RADIO_NETWORK', 'PLANT_CODE_REQUIRED'],
    effect: 'write',
  },
  /** Asks a unit how far its search is. */
  getStatoConfig: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED'],
    effect: 'write',
  },
})
