import { type Reading, type RunTransaction, writeMemory } from '../bus/transaction.ts'

export const memoryPriority = 5
const lockByte = 0x02
/** Written to the lock byte, takes a copy of the bank: bytes of one value belong together. */
const latch = 0xaa

/** Latches a bank; false if the frames could not be sent. */
export const latchBank = async (run: RunTransaction, short: number, bank: number): Promise<boolean> =>
  (await run(writeMemory(short, bank, lockByte, latch), memoryPriority)).isDone

/**
 * An unsigned value. All ones mean not supported, one less means unknown now. Null for both, and for a missing byte.
 */
export const unsignedValue = (readings: readonly Reading[]): number | null => {
  const bytes = readings.filter((reading) => typeof reading === 'number')
  if (bytes.length === 0 || bytes.length < readings.length) return null
  const isMask = (bytes.at(-1) ?? 0) >= 0xfe && bytes.slice(0, -1).every((byte) => byte === 0xff)
  return isMask ? null : bytes.reduce((value, byte) => value * 256 + byte, 0)
}
