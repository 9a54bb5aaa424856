import {
  followsLevels,
  type HoldReason,
  holdReasonOf,
} from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampTable } from '../../tables/lamps.schema.ts'

/** A lamp as far as a level concerns it. */
export type LitLamp = { addr: number; groups: number[]; follows: boolean; held: HoldReason | undefined }

/** The lamps of these units as they last reported them, by unit. */
export const listLitLamps = async (tx: Tx, unitIds: readonly string[]): Promise<Map<string, LitLamp[]>> => {
  const { centralUnitId, addr, groups, type, function: how, mode, condition } = lampTable
  const rows = await tx
    .select({ centralUnitId, addr, groups, type, function: how, mode, condition })
    .from(lampTable)
    .where(inArray(centralUnitId, [...unitIds]))
  const byUnit = Map.groupBy(rows, (row) => row.centralUnitId)
  return new Map(
    [...byUnit].map(([id, its]) => [
      id,
      its.map((row) => ({ addr: row.addr, groups: row.groups, follows: followsLevels(row), held: holdReasonOf(row) })),
    ]),
  )
}
