import {
  followsLevels,
  type HoldReason,
  holdReasonOf,
} from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampTable } from '../../tables/lamps.schema.ts'

/** Data of a lamp for its light level. */
export type LitLamp = { addr: number; groups: number[]; follows: boolean; held: HoldReason | undefined }

/** The last reported lamps of these units, by unit. */
export const listLitLamps = async (tx: Tx, unitIds: readonly string[]): Promise<Map<string, LitLamp[]>> => {
  const { centralUnitId, addr, groups, type, function: lampFunction, mode, condition } = lampTable
  const rows = await tx
    .select({ centralUnitId, addr, groups, type, function: lampFunction, mode, condition })
    .from(lampTable)
    .where(inArray(centralUnitId, [...unitIds]))
  const byUnit = Map.groupBy(rows, (row) => row.centralUnitId)
  return new Map(
    [...byUnit].map(([id, unitRows]) => [
      id,
      unitRows.map((row) => ({
        addr: row.addr,
        groups: row.groups,
        follows: followsLevels(row),
        held: holdReasonOf(row),
      })),
    ]),
  )
}
