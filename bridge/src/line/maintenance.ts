import { maintenanceType } from '../bus/opcodes.ts'
import { askMemory, type RunTransaction, readingsOf } from '../bus/transaction.ts'
import type { Gear, Maintenance } from './gear.ts'
import { latchBank, memoryPriority, unsignedValue } from './memory-value.ts'

/** Diagnostics and maintenance data of part 253. */

type Place = { bank: number; from: number; bytes: number }

/** Of the gear, of its light source, and of the luminaire. The last bank is constant, so it has no latch. */
const gearBank = 205
const lightBank = 206
const luminaireBank = 207

const places = {
  gearSeconds: { bank: gearBank, from: 0x04, bytes: 4 },
  gearStarts: { bank: gearBank, from: 0x08, bytes: 3 },
  gearFailures: { bank: gearBank, from: 0x10, bytes: 1 },
  lampStarts: { bank: lightBank, from: 0x07, bytes: 3 },
  lampSeconds: { bank: lightBank, from: 0x0e, bytes: 4 },
  lampFailures: { bank: lightBank, from: 0x17, bytes: 1 },
  ratedLife: { bank: luminaireBank, from: 0x04, bytes: 1 },
} as const satisfies Record<string, Place>

/** The rated life is in thousands of hours. */
const hoursPerLifeStep = 1_000

export const isMaintained = ({ identity }: Gear): boolean => identity.types.includes(maintenanceType)

const hoursOf = (seconds: number | null): number | null => (seconds === null ? null : Math.floor(seconds / 3_600))

/** Null if the gear could not be read now. */
export const readMaintenance = async (run: RunTransaction, short: number): Promise<Maintenance | null> => {
  const readValue = async ({ bank, from, bytes }: Place) =>
    unsignedValue(readingsOf(await run(askMemory(short, bank, from, bytes), memoryPriority)))
  if (!(await latchBank(run, short, gearBank))) return null
  const gearHours = hoursOf(await readValue(places.gearSeconds))
  const [gearStarts, gearFailures] = [await readValue(places.gearStarts), await readValue(places.gearFailures)]
  if (!(await latchBank(run, short, lightBank))) return null
  const lampHours = hoursOf(await readValue(places.lampSeconds))
  const [lampStarts, lampFailures] = [await readValue(places.lampStarts), await readValue(places.lampFailures)]
  const ratedLife = await readValue(places.ratedLife)
  const ratedLifeHours = ratedLife === null ? null : ratedLife * hoursPerLifeStep
  const values = { gearHours, gearStarts, gearFailures, lampHours, lampStarts, lampFailures, ratedLifeHours }
  return Object.values(values).every((value) => value === null) ? null : values
}
