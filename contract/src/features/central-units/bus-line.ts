import { z } from 'zod'
import { reportedInstant } from '../../kernel/primitives.ts'
import { gearsPerLine, maxBusLines } from './gear-address.rules.ts'

/** Lines of addressed gear (IEC 62386-102), reached by a unit through a gateway. docs/protocol/bus-lines.md */

export const busLineNumber = z.int().min(1).max(maxBusLines)
export const shortAddress = z
  .int()
  .min(0)
  .max(gearsPerLine - 1)

const shortText = z.string().max(60)

/** Gateway between the unit and its lines. */
export const busGateway = z.strictObject({
  /** Host name or IP address. */
  address: shortText,
  name: shortText.nullable(),
  connected: z.boolean(),
  /** Start of the state. */
  since: reportedInstant,
})

/** Bus of a line. */
export const lineBus = z.strictObject({
  /** Null while the gateway is away. */
  powered: z.boolean().nullable(),
  /** Start of the state. */
  since: reportedInstant,
  /** Lamps with an answer to their last query. */
  answering: z.int().min(0).max(gearsPerLine),
  /** Percent of the time in which the bus carries frames. */
  load: z.number().min(0).max(100).nullable(),
  /** Seconds of the last round in which every lamp was read. */
  roundS: z.number().min(0).max(86_400).nullable(),
})

export const lineScanKinds = ['scan', 'commissioning'] as const
export const lineScanStates = ['running', 'ended', 'failed'] as const
/** Why a scan or commissioning failed. */
export const lineScanReasons = [
  'noBusPower',
  'gatewayLost',
  /** Another controller was commissioning the line; nothing was sent. */
  'otherController',
  /** All 64 short addresses are taken. */
  'lineFull',
  /** Gears draw the same random address. */
  'notDistinguished',
  'restarted',
] as const
export const scannedGearStates = ['known', 'new', 'missing', 'duplicate'] as const

const scannedGear = z.strictObject({
  address: shortAddress,
  /** Null if several gears answer at the address. */
  serial: z.string().max(8).nullable(),
  state: z.enum(scannedGearStates),
})

/** Last or current scan of a line, or commissioning of its gears. */
export const lineScan = z.strictObject({
  line: busLineNumber,
  kind: z.enum(lineScanKinds),
  state: z.enum(lineScanStates),
  reason: z.enum(lineScanReasons).nullable(),
  startedAt: reportedInstant,
  /** Null while it runs. */
  endedAt: reportedInstant,
  /** Short addresses queried so far. */
  asked: z.int().min(0).max(gearsPerLine),
  gears: z.array(scannedGear).max(gearsPerLine),
  /** Gears without a short address; null until they were counted. */
  unaddressed: z.int().min(0).max(gearsPerLine).nullable(),
  /** Gears with a new short address. */
  commissioned: z.int().min(0).max(gearsPerLine),
})
export type LineScan = z.infer<typeof lineScan>
