import { emergencyQuery, energyType } from '../bus/opcodes.ts'
import { askEmergency, askMemory, type Reading, type RunTransaction, read, readingsOf } from '../bus/transaction.ts'
import type { Gear } from './gear.ts'
import { latchBank, memoryPriority, unsignedValue } from './memory-value.ts'

/** Operating hours of part 202, energy and power of part 252. */

const energyBank = 202
const energyAt = 0x04
const energyBytes = 6
const powerAt = 0x0b
const powerBytes = 4
const hoursPerStep = 4
/** The counter of the gear ends here. */
const lastStep = 255

export const isMetering = ({ identity }: Gear): boolean => identity.types.includes(energyType)

/** Hours of light; null beyond the gear's maximum of 1,016, or without an answer. */
export const readOperationHours = async (run: RunTransaction, short: number): Promise<number | null> => {
  const steps = await read(run, askEmergency({ short }, emergencyQuery.operationTime), memoryPriority)
  return typeof steps === 'number' && steps < lastStep ? steps * hoursPerStep : null
}

/** Watt-hours since manufacture, and watts; each null if the gear does not know it. Null if it could not be read. */
export const readMeter = async (
  run: RunTransaction,
  short: number,
): Promise<{ energyWh: number | null; powerW: number | null } | null> => {
  if (!(await latchBank(run, short, energyBank))) return null
  const energy = readingsOf(await run(askMemory(short, energyBank, energyAt, 1 + energyBytes), memoryPriority))
  const power = readingsOf(await run(askMemory(short, energyBank, powerAt, 1 + powerBytes), memoryPriority))
  if (energy.length === 0 || power.length === 0) return null
  return { energyWh: scaledValue(energy), powerW: scaledValue(power) }
}

/** A power of ten as a signed byte, then a value; null if the gear does not support or know it. */
export const scaledValue = ([scale, ...digits]: readonly Reading[]): number | null => {
  const value = unsignedValue(digits)
  if (value === null || typeof scale !== 'number') return null
  const exponent = scale > 127 ? scale - 256 : scale
  return exponent < -6 || exponent > 6 ? null : value * 10 ** exponent
}
