import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type LampRow, lampsOfUnit } from './lamps.store.ts'

/** The unit's lamps, all of them, where it has every one that is named. */
export const refuseUnknownLamps = async (
  tx: Tx,
  centralUnitId: string,
  addrs: Iterable<number>,
): Promise<Map<number, LampRow>> => {
  const lamps = new Map((await lampsOfUnit(tx, centralUnitId)).map((lamp) => [lamp.addr, lamp]))
  const missing = [...addrs].filter((addr) => !lamps.has(addr))
  return missing.length > 0 ? fail('LAMP_NOT_FOUND', { lamps: missing.slice(0, 20) }) : lamps
}
