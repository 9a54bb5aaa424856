import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantId } from '../../kernel/primitives.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals, nonConfiguringCommandRefusals } from '../commands/command-refusals.ts'
import { busLineNumber, shortAddress } from './bus-line.ts'
import { unitTopic } from './central-unit.ts'
import { gearsPerLine, maxBusLines } from './gear-address.rules.ts'

const unitOfPlant = { plantId, topic: unitTopic }
/** Lamps of the unit: all, or these addresses. */
const targetLamps = z.union([
  z.literal('all'),
  z
    .array(
      z
        .int()
        .min(1)
        .max(maxBusLines * gearsPerLine),
    )
    .min(1)
    .max(maxBusLines * gearsPerLine),
])

/** Lines of addressed gear. docs/protocol/bus-lines.md */
export const busLineActions = defineActions({
  /** Lets a unit query every short address of these lines. Nothing changes; the unit's detail shows the result. */
  scanLines: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, lines: z.array(busLineNumber).min(1).max(maxBusLines) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /**
   * Gives short addresses to gears of a line without one, and new ones to gears sharing an address. No other controller
   * may use the line meanwhile; the person confirms this.
   */
  commissionLine: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      line: busLineNumber,
      duplicates: z.array(shortAddress).max(gearsPerLine),
      noOtherController: z.literal(true),
    }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Switches off the lamps lit in an emergency, until mains are back or they are lit again. */
  restLamps: {
    permission: 'panel.operate',
    input: z.strictObject({ ...unitOfPlant, lamps: targetLamps }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'safety',
    about: 'unit',
  },
  /** Lights resting lamps again; also during an operation, and on a unit whose type is not enabled. */
  relightLamps: {
    permission: 'panel.operate',
    input: z.strictObject({ ...unitOfPlant, lamps: targetLamps }),
    output: commandReceipt,
    errors: nonConfiguringCommandRefusals,
    effect: 'write',
    program: 'safety',
    about: 'unit',
  },
  /** Lets a unit read the intervals at which lamps test themselves. */
  readGearTests: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, lamps: targetLamps }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Sets these intervals; 0 switches the lamps' own tests off, so no lamp is tested twice. */
  setGearTests: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...unitOfPlant,
      lamps: targetLamps,
      functionalDays: z.int().min(0).max(255),
      autonomyWeeks: z.int().min(0).max(97),
    }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
})
