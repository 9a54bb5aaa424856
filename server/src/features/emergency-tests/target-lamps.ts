import type { Work } from '../../kernel/work.ts'
import { listTestLamps, type TestLamp } from './emergency-tests.store.ts'

/** Maximum lamps named in a refusal. */
const maxNamedLamps = 20

/** The lamps of a unit at these positions, or all; LAMP_NOT_FOUND names missing ones. */
export const targetLamps = async (
  work: Work<'LAMP_NOT_FOUND'>,
  centralUnitId: string,
  addrs: readonly number[],
): Promise<{ wantedAddrs: number[]; lamps: TestLamp[] }> => {
  const wantedAddrs = [...new Set(addrs)].toSorted((a, b) => a - b)
  const lamps = await listTestLamps(work.tx, centralUnitId, wantedAddrs.length > 0 ? wantedAddrs : null)
  const listedAddrs = new Set(lamps.map(({ addr }) => addr))
  const missing = wantedAddrs.filter((addr) => !listedAddrs.has(addr))
  return missing.length > 0
    ? work.fail('LAMP_NOT_FOUND', { lamps: missing.slice(0, maxNamedLamps) })
    : { wantedAddrs, lamps }
}
