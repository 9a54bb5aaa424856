import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import { aboutLamps } from './about-lamps.ts'
import { type LampRow, lampsOfUnit } from './lamps.store.ts'

/** The unit's lamps, all of them, where it has every one that is named; those are noted for the audit. */
export const refuseUnknownLamps = async (
  work: Work,
  centralUnitId: string,
  addrs: Iterable<number>,
): Promise<Map<number, LampRow>> => {
  const lamps = new Map((await lampsOfUnit(work.tx, centralUnitId)).map((lamp) => [lamp.addr, lamp]))
  const named = [...addrs]
  const missing = named.filter((addr) => !lamps.has(addr))
  if (missing.length > 0) return fail('LAMP_NOT_FOUND', { lamps: missing.slice(0, 20) })
  await aboutLamps(work, centralUnitId, named)
  return lamps
}
