import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampNoteTable, lampTable } from '../lamps/lamps.schema.ts'

/** What the paper says of a lamp. */
export type LampOnPaper = {
  addr: number
  serial: string
  type: string
  ratedMin: number | null
  description: string
  location: string
}

/** Lamps of a unit with what people call them; all, or those at the given positions. */
export const lampsOnPaper = async (tx: Tx, centralUnitId: string, addrs: number[] | null): Promise<LampOnPaper[]> => {
  const rows = await tx
    .select({
      addr: lampTable.addr,
      serial: lampTable.serial,
      type: lampTable.type,
      ratedMin: lampTable.ratedMin,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
    })
    .from(lampTable)
    .leftJoin(
      lampNoteTable,
      and(eq(lampNoteTable.centralUnitId, lampTable.centralUnitId), eq(lampNoteTable.serial, lampTable.serial)),
    )
    .where(and(eq(lampTable.centralUnitId, centralUnitId), addrs ? inArray(lampTable.addr, addrs) : undefined))
    .orderBy(asc(lampTable.addr))
  return rows.map((row) => ({ ...row, description: row.description ?? '', location: row.location ?? '' }))
}

/** Minutes that an autonomy test of these lamps takes: the longest rated duration; null for any other test. */
export const ratedMinutesOf = (kind: TestKind, lamps: readonly LampOnPaper[]): number | null => {
  const known = lamps.flatMap(({ ratedMin }) => ratedMin ?? [])
  return kind === 'autonomy' && known.length > 0 ? Math.max(...known) : null
}
