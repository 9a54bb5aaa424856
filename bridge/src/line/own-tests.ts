import { emergencyCommand, emergencyQuery } from '../bus/opcodes.ts'
import { askTestTiming, configureEmergency, type RunTransaction, read } from '../bus/transaction.ts'
import type { Gear, OwnTests } from './gear.ts'

/** Values of DTR0 for TEST TIMING. */
const selector = { functionInterval: 4, durationInterval: 5, timeout: 6 } as const
/** Bit 3 of FEATURES: the gear tests itself. */
const testsItself = 0x08

/** Reads the intervals of a gear's own tests. Gear without automatic tests answers 0 or 255. */
export const readOwnTests = async (run: RunTransaction, gear: Gear): Promise<void> => {
  if (!gear.isEmergency || (gear.readings.features & testsItself) === 0) return
  const ask = (value: number) => read(run, askTestTiming(gear.short, value, emergencyQuery.testTiming), 4)
  const functionalDays = await ask(selector.functionInterval)
  const autonomyWeeks = await ask(selector.durationInterval)
  const timeoutDays = await ask(selector.timeout)
  if (typeof functionalDays !== 'number' || typeof autonomyWeeks !== 'number') return
  const ownTests = {
    functionalDays: intervalOf(functionalDays),
    autonomyWeeks: intervalOf(autonomyWeeks),
    timeoutDays: typeof timeoutDays === 'number' ? timeoutDays : null,
  }
  gear.readings = { ...gear.readings, ownTests }
}

/** Writes the intervals where they differ: flash wears. Returns whether the gear has them now. */
export const writeOwnTests = async (
  run: RunTransaction,
  gear: Gear,
  wanted: Pick<OwnTests, 'functionalDays' | 'autonomyWeeks'>,
): Promise<boolean> => {
  await readOwnTests(run, gear)
  const { ownTests } = gear.readings
  // Gear without own tests has no intervals.
  if (!ownTests) return wanted.functionalDays === 0 && wanted.autonomyWeeks === 0
  const write = (code: number, value: number) => run(configureEmergency({ short: gear.short }, code, value), 3)
  if (ownTests.functionalDays !== wanted.functionalDays)
    await write(emergencyCommand.functionInterval, wanted.functionalDays)
  if (ownTests.autonomyWeeks !== wanted.autonomyWeeks)
    await write(emergencyCommand.durationInterval, wanted.autonomyWeeks)
  await readOwnTests(run, gear)
  const now = gear.readings.ownTests
  return now?.functionalDays === wanted.functionalDays && now.autonomyWeeks === wanted.autonomyWeeks
}

const intervalOf = (value: number): number => (value === 255 ? 0 : value)
