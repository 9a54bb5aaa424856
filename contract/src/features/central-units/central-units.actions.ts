import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, plantId, version } from '../../kernel/primitives.ts'
import { commandReceipt } from '../commands/command.ts'
import {
  commandRefusals,
  nonConfiguringCommandRefusals,
  typeIndependentCommandRefusals,
} from '../commands/command-refusals.ts'
import {
  centralUnit,
  cuId,
  cuType,
  enrolment,
  unitDescription,
  unitKeys,
  unitLocation,
  unitName,
  unitTopic,
  unitTypeFacts,
} from './central-unit.ts'
import { advancedFlags, contact, unitDetail } from './unit-detail.ts'

const unitOfPlant = { plantId, topic: unitTopic }

/** Commands that need nothing but their name: report everything again, all lamps to emergency and back, set the clock. */
export const plainCommands = ['refresh', 'emergencyOn', 'emergencyOff', 'setClock'] as const
const plainCommand = {
  permission: 'plant.operate',
  input: z.strictObject({ plantId, topic: unitTopic, command: z.enum(plainCommands) }),
  output: commandReceipt,
  errors: commandRefusals,
  effect: 'write',
  about: 'unit',
} as const

export const centralUnitActions = defineActions({
  /** The unit types that exist, with the facts that forms need, and the seconds in which the keys of a unit must be pressed. */
  getUnitTypes: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ types: z.array(unitTypeFacts), enrolmentWindowS: z.int() }),
    errors: [],
    effect: 'read',
  },
  /** Adds a unit to the plant; it stays not acquired until its keys were pressed. */
  saveCu: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      cuId,
      cuType,
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
    about: 'unit',
    alone: true,
  },
  /**
   * Opens the window in which the keys must be pressed, as long as `getUnitTypes` says. While one is open, the same one is answered. A unit that
   * reports as new is enrolled again: it stays the same unit of the plant.
   */
  enrollCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: z.object({ enrolment }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_ALREADY_PRESENT', 'UNIT_BUSY', 'UNIT_TYPE_NOT_ENABLED', 'COMMAND_UNKNOWN'],
    effect: 'write',
    about: 'unit',
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
    errors: ['UNIT_NOT_FOUND', 'COMMAND_UNKNOWN', 'UNIT_BUSY', 'UNIT_UNREACHABLE'],
    effect: 'write',
    about: 'unit',
  },
  /**
   * Removes a unit that was never acquired, cannot be reached, or did not answer to `deEnrollCu` since it connected; it
   * stays bound until it is reset by hand.
   */
  removeCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: z.object({}),
    errors: ['UNIT_NOT_FOUND', 'UNIT_BUSY', 'UNIT_CONNECTED'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** Saves what people call a unit, and where it is, over the version that was opened. */
  saveCuDescription: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      description: unitDescription,
      cu_location: unitLocation.optional(),
      version,
    }),
    output: z.object({ unit: centralUnit }),
    errors: ['UNIT_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'unit',
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
    cost: 4,
  },
  /** What a unit last reported of itself, with the time. A wrong type for the id is refused as not found. */
  getShadow: {
    permission: 'signedIn',
    input: z.strictObject({ cuId, cuType }),
    output: z.object({ unit: centralUnit, detail: unitDetail.nullable(), reportedAt: instant.nullable() }),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'read',
  },
  /** Searches the lamps of a unit; radio units need the code of the radio network, 1 to 92. */
  createNetwork: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, plant_code: z.int().min(1).max(92).optional() }),
    output: commandReceipt,
    errors: [...commandRefusals, 'UNIT_HAS_NO_RADIO_NETWORK', 'PLANT_CODE_REQUIRED'],
    effect: 'write',
    about: 'unit',
  },
  /** Asks a unit how far its search is. */
  getStatoConfig: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: nonConfiguringCommandRefusals,
    effect: 'write',
    about: 'unit',
    // The next query goes out six seconds after the last one.
    alone: true,
  },
  /** Puts a new unit of the same type in the place of one that is worn out: texts, notes and configuration are kept. */
  substituteCu: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, newCuId: cuId }),
    output: z.object({ unit: centralUnit }),
    errors: [
      'UNIT_NOT_FOUND',
      'UNIT_NOT_ACQUIRED',
      'UNIT_SERIAL_FORMAT',
      'UNIT_ALREADY_PRESENT',
      'UNIT_TYPE_NOT_ENABLED',
      'UNIT_BUSY',
    ],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /**
   * Says what stands where a unit reports as new. Replaced: the unit leaves the plant with its history, and the box that
   * stands there now takes its place, to be enrolled. Not replaced: nothing is taken from it until yet another appears.
   */
  replacedCu: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, replaced: z.boolean() }),
    output: z.object({ unit: centralUnit }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_NOT_NEW', 'UNIT_BUSY'],
    effect: 'write',
    about: 'unit',
    alone: true,
  },
  /** Restarts a unit; nothing that it remembers is lost. */
  resetCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: typeIndependentCommandRefusals,
    effect: 'write',
    about: 'unit',
  },
  /** Presses keys of a unit from afar, all of them at once. */
  keypressSimulation: {
    permission: 'panel.operate',
    input: z.strictObject({ ...unitOfPlant, keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    about: 'unit',
  },
  /** Sends a name to a unit; the name shows once the unit reports it. */
  setCuName: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, cuName: unitName }),
    output: commandReceipt,
    errors: [...commandRefusals, 'NAME_TOO_LONG'],
    effect: 'write',
    about: 'unit',
  },
  /** What the free-potential contacts follow, with their delays. */
  setContacts: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      contacts: z
        .array(contact)
        .min(1)
        .max(8)
        .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, { error: 'contact_twice' }),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'CONTACT_NOT_FOUND'],
    effect: 'write',
    about: 'unit',
  },
  /** Switches the relay of a unit. */
  setRelay: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, on: z.boolean() }),
    output: commandReceipt,
    errors: [...commandRefusals, 'UNIT_HAS_NO_RELAY'],
    effect: 'write',
    about: 'unit',
  },
  /** Sets advanced flags of a unit; those that are not named stay. */
  setAdvanced: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, flags: advancedFlags }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    about: 'unit',
  },
  /** Plain commands of a cablecom unit. */
  cablecomCommand: plainCommand,
  /** Plain commands of a logica or logicafm unit. */
  logicaCommand: plainCommand,
  /** Plain commands of a sicuro unit. */
  sicuroCommand: plainCommand,
})

export const centralUnitErrors = defineErrors({
  UNIT_NOT_FOUND: 404,
  UNIT_TYPE_UNKNOWN: 400,
  UNIT_SERIAL_FORMAT: 400,
  UNIT_ALREADY_PRESENT: 409,
  UNIT_LIMIT_BASIC: 409,
  UNIT_LIMIT_PRO: 409,
  /** Pro has expired: only units of the type of the plant's first one take new work. */
  UNIT_TYPE_NOT_ENABLED: 409,
  UNIT_NOT_ACQUIRED: 409,
  UNIT_UNREACHABLE: 409,
  /** It is reset and let go by `deEnrollCu`; by force only once that was not answered. */
  UNIT_CONNECTED: 409,
  /** Nothing reports as new in its place. */
  UNIT_NOT_NEW: 409,
  UNIT_HAS_NO_RADIO_NETWORK: 400,
  PLANT_CODE_REQUIRED: 400,
  ENROLMENT_NOT_FOUND: 404,
  /** Longer than the unit keeps; the details say how long it may be. */
  NAME_TOO_LONG: 400,
  CONTACT_NOT_FOUND: 404,
  UNIT_HAS_NO_RELAY: 409,
})

export const centralUnitEvents = defineEvents({
  saveCu: z.object({ plant_id: id, unit: centralUnit }),
  removeCu: z.object({ plant_id: id, cu_id: z.string(), cu_type: z.string() }),
  /** An enrolment moved on or ended. */
  enrollCuAck: z.object({ plant_id: id, enrolment }),
  /** A unit reported, or has fallen silent. */
  keepalive: z.object({
    plant_id: id,
    cu_id: z.string(),
    cu_type: z.string(),
    cu_connected: z.boolean(),
    last_seen: instant.nullable(),
  }),
  /** A unit reported new values of itself. */
  shadow: z.object({ plant_id: id, unit: centralUnit }),
})
