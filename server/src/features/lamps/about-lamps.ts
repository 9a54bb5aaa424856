import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { auditLimits } from '@vigilux/contract/kernel/audited.ts'
import { about, andMore } from '../../kernel/audit-notes.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findLamps } from './lamps.store.ts'

type NamedLamp = { unit: string; row: { addr: number }; description: string | null }

/** Notes for the audit that something is done to a lamp, by its number and what people call it. */
export const aboutLamp = (tx: Tx, { unit, row: { addr }, description }: NamedLamp): void =>
  about(tx, {
    kind: 'lamp',
    id: `${unit}/${addr}`,
    name: `${lampNumber(addr)} ${description ?? ''}`.trim(),
  })

/** The same of many lamps of a unit: the first by name, the others counted. */
export const aboutLamps = async (tx: Tx, centralUnitId: string, addrs: Iterable<number>): Promise<void> => {
  const all = [...new Set(addrs)].sort((a, b) => a - b)
  const named = all.slice(0, auditLimits.things)
  const found = await findLamps(
    tx,
    named.map((addr) => ({ centralUnitId, addr })),
  )
  for (const lamp of found.toSorted((a, b) => a.row.addr - b.row.addr)) aboutLamp(tx, lamp)
  andMore(tx, all.length - named.length)
}
