import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, plantId, text, version } from '../../kernel/primitives.ts'
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

/** Commands without parameters: report everything again, all lamps to emergency and back, set the clock. */
export const plainCommands = ['refresh', 'emergencyOn', 'emergencyOff', 'setClock'] as const
const plainCommand = {
  permission: 'plant.operate',
  input: z.strictObject({
    plantId,
    topic: unitTopic,
    command: z.enum(plainCommands),
    /** Recorded in the audit, for example why somebody starts the emergency mode. */
    reason: text(200).optional(),
  }),
  output: commandReceipt,
  errors: commandRefusals,
  effect: 'write',
  // Two of the commands switch the emergency mode.
  program: 'safety',
  about: 'unit',
} as const

/** Units of a page of `getAllCuInfo`: an answer stays below 100 KB. */
export const unitsPerPage = 50

/** Central units: adding, enrolling, reading and removing them. */
export const centralUnitActions = defineActions({
  /** Lists the unit types with facts for forms, and the seconds of the key window. */
  getUnitTypes: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ types: z.array(unitTypeFacts), enrolmentWindowS: z.int() }),
    errors: [],
    effect: 'read',
    program: 'read',
  },
  /** Adds a unit to the plant; it is not acquired until its keys are pressed. */
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
    program: 'configure',
    about: 'unit',
    alone: true,
  },
  /**
   * Opens the key window of a unit, or returns the open one; `getUnitTypes` gives its length. A unit reporting under a
   * new life is enrolled again and remains the same unit of the plant.
   */
  enrollCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: z.object({ enrolment }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_ALREADY_PRESENT', 'UNIT_BUSY', 'UNIT_TYPE_NOT_ENABLED', 'COMMAND_UNKNOWN'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Returns the last enrolment of a unit, for pages opened later. */
  enrollCuAck: {
    permission: 'plant.view',
    input: z.strictObject(unitOfPlant),
    output: z.object({ enrolment }),
    errors: ['UNIT_NOT_FOUND', 'ENROLMENT_NOT_FOUND'],
    effect: 'read',
  },
  /** Removes a unit from the plant and resets it to factory state; its history is retained. */
  deEnrollCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: ['UNIT_NOT_FOUND', 'COMMAND_UNKNOWN', 'UNIT_BUSY', 'UNIT_UNREACHABLE'],
    effect: 'write',
    about: 'unit',
  },
  /**
   * Removes a unit if it was never acquired, is offline, or has not answered `deEnrollCu` since it connected. The unit
   * remains bound until it is reset by hand.
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
  /** Saves description and place of a unit over the opened version. */
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
    program: 'configure',
    about: 'unit',
  },
  /** Lists the units of a plant. */
  getUnitsDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ units: z.array(centralUnit) }),
    errors: [],
    effect: 'read',
  },
  /** Lists all units in the caller's plants in pages, in the order in which they were added. */
  getAllCuInfo: {
    permission: 'signedIn',
    /** `after`: `next` of the page before. */
    input: z.strictObject({ after: id.optional() }),
    output: z.object({
      units: z.array(centralUnit.extend({ plant_id: id, plantname: z.string() })).max(unitsPerPage),
      /** Null on the last page. */
      next: id.nullable(),
    }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 4,
  },
  /** Returns the last reported shadow of a unit, with its time. A wrong type for the id counts as not found. */
  getShadow: {
    permission: 'signedIn',
    input: z.strictObject({ cuId, cuType }),
    output: z.object({ unit: centralUnit, detail: unitDetail.nullable(), reportedAt: instant.nullable() }),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'read',
    program: 'read',
  },
  /** Starts the unit's search for its lamps; radio units need the code of the radio network, 1 to 92. */
  createNetwork: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, plant_code: z.int().min(1).max(92).optional() }),
    output: commandReceipt,
    errors: [...commandRefusals, 'UNIT_HAS_NO_RADIO_NETWORK', 'PLANT_CODE_REQUIRED'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Queries the progress of a unit's search. */
  getStatoConfig: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: nonConfiguringCommandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
    // Consecutive status queries are six seconds apart.
    alone: true,
  },
  /** Replaces a worn-out unit with a new one of the same type; texts, notes and configuration are retained. */
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
    program: 'configure',
    about: 'unit',
    alone: true,
  },
  /**
   * Answers whether a unit reporting under a new life was replaced. Replaced: the old unit leaves the plant with its
   * history, and the new one takes its place, ready for enrolment. Not replaced: its messages are ignored until another
   * life appears.
   */
  replacedCu: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, replaced: z.boolean() }),
    output: z.object({ unit: centralUnit }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_NOT_NEW', 'UNIT_BUSY'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
  },
  /** Restarts a unit without loss of its memory. */
  resetCu: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: commandReceipt,
    errors: typeIndependentCommandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Simulates key presses of a unit, all keys at once. */
  keypressSimulation: {
    permission: 'panel.operate',
    input: z.strictObject({ ...unitOfPlant, keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'safety',
    about: 'unit',
  },
  /** Sends a name to a unit; the name appears once the unit reports it. */
  setCuName: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, cuName: unitName }),
    output: commandReceipt,
    errors: [...commandRefusals, 'NAME_TOO_LONG'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Sets the signals and delays of the potential-free contacts. */
  setContacts: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      contacts: z
        .array(contact)
        .min(1)
        .max(8)
        .refine((contacts) => new Set(contacts.map(({ number }) => number)).size === contacts.length, {
          error: 'contact_twice',
        }),
    }),
    output: commandReceipt,
    errors: [...commandRefusals, 'CONTACT_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Switches the relay of a unit. */
  setRelay: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, on: z.boolean() }),
    output: commandReceipt,
    errors: [...commandRefusals, 'UNIT_HAS_NO_RELAY'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Sets advanced flags of a unit; flags not listed stay unchanged. */
  setAdvanced: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, flags: advancedFlags }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Sends a plain command to a cablecom unit. */
  cablecomCommand: plainCommand,
  /** Sends a plain command to a unit with a DALI bus or a radio network. */
  logicaCommand: plainCommand,
  /** Sends a plain command to a sicuro unit. */
  sicuroCommand: plainCommand,
})

export const centralUnitErrors = defineErrors({
  UNIT_NOT_FOUND: 404,
  UNIT_TYPE_UNKNOWN: 400,
  UNIT_SERIAL_FORMAT: 400,
  UNIT_ALREADY_PRESENT: 409,
  UNIT_LIMIT_BASIC: 409,
  UNIT_LIMIT_PRO: 409,
  /** Pro has expired: only units of the type of the plant's first unit accept new work. */
  UNIT_TYPE_NOT_ENABLED: 409,
  UNIT_NOT_ACQUIRED: 409,
  UNIT_UNREACHABLE: 409,
  /** Use `deEnrollCu`, which also resets the unit; forced removal requires an unanswered `deEnrollCu`. */
  UNIT_CONNECTED: 409,
  /** The unit does not report under a new life. */
  UNIT_NOT_NEW: 409,
  UNIT_HAS_NO_RADIO_NETWORK: 400,
  PLANT_CODE_REQUIRED: 400,
  ENROLMENT_NOT_FOUND: 404,
  /** Longer than the unit can store; the details name the maximum. */
  NAME_TOO_LONG: 400,
  CONTACT_NOT_FOUND: 404,
  UNIT_HAS_NO_RELAY: 409,
})

export const centralUnitEvents = defineEvents({
  saveCu: z.object({ plant_id: id, unit: centralUnit }),
  removeCu: z.object({ plant_id: id, cu_id: z.string(), cu_type: z.string() }),
  /** An enrolment progressed or ended. */
  enrollCuAck: z.object({ plant_id: id, enrolment }),
  /** A unit reported or went offline. */
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
