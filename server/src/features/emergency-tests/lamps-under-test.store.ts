import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode } from '@vigilux/contract/features/lamps/lamp.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'

/** Data of a lamp in the report. */
export type TestLamp = {
  addr: number
  serial: string
  type: string
  mode: LampMode | null
  ratedMin: number | null
  parity: 'even' | 'odd' | null
  description: string
  location: string
}

/** Lamps of a unit with their texts; all, or those at the given positions. */
export const listTestLamps = async (tx: Tx, centralUnitId: string, addrs: number[] | null): Promise<TestLamp[]> => {
  const rows = await tx
    .select({
      addr: lampTable.addr,
      serial: lampTable.serial,
      type: lampTable.type,
      mode: lampTable.mode,
      ratedMin: lampTable.ratedMin,
      parity: lampTable.parity,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
    })
    .from(lampTable)
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .where(and(eq(lampTable.centralUnitId, centralUnitId), addrs ? inArray(lampTable.addr, addrs) : undefined))
    .orderBy(asc(lampTable.addr))
  return rows.map((row) => ({ ...row, description: row.description ?? '', location: row.location ?? '' }))
}

/** Minutes of an autonomy test of these lamps: the longest rated duration; null for any other test. */
export const ratedMinutesOf = (kind: TestKind, lamps: readonly TestLamp[]): number | null => {
  const ratedMinutes = lamps.flatMap(({ ratedMin }) => ratedMin ?? [])
  return kind === 'autonomy' && ratedMinutes.length > 0 ? Math.max(...ratedMinutes) : null
}
