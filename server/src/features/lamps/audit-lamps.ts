import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { auditLimits } from '@vigilux/contract/kernel/audit-target.ts'
import type { Work } from '../../kernel/work.ts'
import { findLamps } from './lamps.store.ts'

type NamedLamp = { unit: string; row: { addr: number }; description: string | null }

/** Records a lamp as audit target, by its number and description. */
export const auditLamp = (work: Work, { unit, row: { addr }, description }: NamedLamp): void =>
  work.audit.target({
    kind: 'lamp',
    id: `${unit}/${addr}`,
    name: `${lampNumber(addr)} ${description ?? ''}`.trim(),
  })

/** Records many lamps of a unit: the first by name, the others counted. */
export const auditLamps = async (work: Work, centralUnitId: string, addrs: Iterable<number>): Promise<void> => {
  const all = [...new Set(addrs)].sort((a, b) => a - b)
  const listedAddrs = all.slice(0, auditLimits.things)
  const found = await findLamps(
    work.tx,
    listedAddrs.map((addr) => ({ centralUnitId, addr })),
  )
  for (const lamp of found.toSorted((a, b) => a.row.addr - b.row.addr)) auditLamp(work, lamp)
  work.audit.addUncounted(all.length - listedAddrs.length)
}
