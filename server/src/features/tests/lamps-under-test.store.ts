import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampNoteTable, lampTable } from '../lamps/lamps.schema.ts'

/** What the paper says of a lamp. */
export type LampOnPaper = { addr: number; serial: string; type: string; description: string; location: string }

/** Lamps of a unit with what people call them; all, or those at the given positions. */
export const lampsOnPaper = async (tx: Tx, centralUnitId: string, addrs: number[] | null): Promise<LampOnPaper[]> => {
  const rows = await tx
    .select({
      addr: lampTable.addr,
      serial: lampTable.serial,
      type: lampTable.type,
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
