import type { Work } from '../../kernel/work.ts'
import { auditLamps } from './audit-lamps.ts'
import { type LampRow, listLampsOfUnit } from './lamps.store.ts'

/** All lamps of the unit, if it has every named one; the named ones are recorded as audit targets. */
export const refuseUnknownLamps = async (
  work: Work<'LAMP_NOT_FOUND'>,
  centralUnitId: string,
  addrs: Iterable<number>,
): Promise<Map<number, LampRow>> => {
  const lamps = new Map((await listLampsOfUnit(work.tx, centralUnitId)).map((lamp) => [lamp.addr, lamp]))
  const requestedAddrs = [...addrs]
  const missing = requestedAddrs.filter((addr) => !lamps.has(addr))
  if (missing.length > 0) return work.fail('LAMP_NOT_FOUND', { lamps: missing.slice(0, 20) })
  await auditLamps(work, centralUnitId, requestedAddrs)
  return lamps
}
