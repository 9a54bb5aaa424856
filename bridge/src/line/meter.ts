import { emergencyQuery, energyType } from '../bus/opcodes.ts'
import {
  askEmergency,
  askMemory,
  type Reading,
  type RunTransaction,
  read,
  readingsOf,
  writeMemory,
} from '../bus/transaction.ts'
import type { Gear } from './gear.ts'

/** Operating hours of part 202, energy and power of part 252. */

const priority = 5
const energyBank = 202
const lockByte = 0x02
/** Written to the lock byte, takes a copy of the bank, so that bytes of one value belong together. */
const latch = 0xaa
const energyAt = 0x04
const energyBytes = 6
const powerAt = 0x0b
const powerBytes = 4
const hoursPerStep = 4
/** The counter of the gear ends here. */
const lastStep = 255

export const isMetering = ({ identity }: Gear): boolean => identity.types.includes(energyType)

/** Hours for which the lamp was lit; null beyond the 1,016 that gear counts, or if it does not say. */
export const readOperationHours = async (run: RunTransaction, short: number): Promise<number | null> => {
  const steps = await read(run, askEmergency({ short }, emergencyQuery.operationTime), priority)
  return typeof steps === 'number' && steps < lastStep ? steps * hoursPerStep : null
}

/** Watt-hours since manufacture, and watts; each null if the gear does not know it. Null if it could not be read. */
export const readMeter = async (
  run: RunTransaction,
  short: number,
): Promise<{ energyWh: number | null; powerW: number | null } | null> => {
  const latched = await run(writeMemory(short, energyBank, lockByte, latch), priority)
  if (!latched.isDone) return null
  const energy = readingsOf(await run(askMemory(short, energyBank, energyAt, 1 + energyBytes), priority))
  const power = readingsOf(await run(askMemory(short, energyBank, powerAt, 1 + powerBytes), priority))
  if (energy.length === 0 || power.length === 0) return null
  return { energyWh: scaledValue(energy), powerW: scaledValue(power) }
}

/** A power of ten as a signed byte, then a value. All ones mean not supported, one less not known now. */
export const scaledValue = (readings: readonly Reading[]): number | null => {
  const bytes = readings.filter((reading) => typeof reading === 'number')
  const [scale = 0, ...digits] = bytes
  if (bytes.length < readings.length) return null
  const [last = 0] = digits.slice(-1)
  if (last >= 0xfe && digits.slice(0, -1).every((byte) => byte === 0xff)) return null
  const exponent = scale > 127 ? scale - 256 : scale
  if (exponent < -6 || exponent > 6) return null
  return digits.reduce((value, byte) => value * 256 + byte, 0) * 10 ** exponent
}
