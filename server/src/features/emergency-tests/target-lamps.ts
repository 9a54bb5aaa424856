import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listTestLamps, type TestLamp } from './lamps-under-test.store.ts'

/** Maximum lamps named in a refusal. */
const maxNamedLamps = 20

/** The lamps of a unit at these positions, or all; LAMP_NOT_FOUND names missing ones. */
export const targetLamps = async (
  tx: Tx,
  centralUnitId: string,
  addrs: readonly number[],
): Promise<{ wantedAddrs: number[]; lamps: TestLamp[] }> => {
  const wantedAddrs = [...new Set(addrs)].toSorted((a, b) => a - b)
  const lamps = await listTestLamps(tx, centralUnitId, wantedAddrs.length > 0 ? wantedAddrs : null)
  const listedAddrs = new Set(lamps.map(({ addr }) => addr))
  const missing = wantedAddrs.filter((addr) => !listedAddrs.has(addr))
  return missing.length > 0
    ? fail('LAMP_NOT_FOUND', { lamps: missing.slice(0, maxNamedLamps) })
    : { wantedAddrs, lamps }
}
